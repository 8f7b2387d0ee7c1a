import { ApartmentOutlined, BookOutlined, CalendarOutlined, TeamOutlined } from '@ant-design/icons';
import { Shortcuts } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const links = [
  { key: 'courses', to: '/admin/courses', icon: <BookOutlined /> },
  { key: 'units', to: '/admin/units', icon: <ApartmentOutlined /> },
  { key: 'terms', to: '/admin/terms', icon: <CalendarOutlined /> },
  { key: 'staff', to: '/admin/staff', icon: <TeamOutlined /> },
] as const;

export const AreaShortcuts = () => {
  const { t } = useTranslation('admin');
  return (
    <div className="above-lg">
      <Shortcuts
        label={t('overview.shortcuts')}
        shortcuts={links.map((link) => ({
          ...link,
          title: t(`${link.key}.title`),
          help: t(`overview.go.${link.key}`),
        }))}
      />
    </div>
  );
};
