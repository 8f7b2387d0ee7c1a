import {
  ApartmentOutlined,
  BookOutlined,
  CalendarOutlined,
  EnvironmentOutlined,
  FlagOutlined,
  ImportOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Shortcuts } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../shared/viewer.ts';

const links = [
  { key: 'courses', to: '/admin/courses', icon: <BookOutlined /> },
  { key: 'units', to: '/admin/units', icon: <ApartmentOutlined /> },
  { key: 'terms', to: '/admin/terms', icon: <CalendarOutlined /> },
  { key: 'staff', to: '/admin/staff', icon: <TeamOutlined /> },
] as const;
const linksOfAdministrators = [
  { key: 'rooms', to: '/admin/rooms', icon: <EnvironmentOutlined /> },
  { key: 'imports', to: '/admin/imports', icon: <ImportOutlined /> },
  { key: 'invites', to: '/admin/invites', icon: <MailOutlined /> },
  { key: 'floor', to: '/admin/requirements', icon: <SafetyCertificateOutlined /> },
  { key: 'flagRates', to: '/admin/flag-rates', icon: <FlagOutlined /> },
] as const;

/** A phone's bottom bar has room for few pages. */
export const AreaShortcuts = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const shown = isAdmin ? [...links, ...linksOfAdministrators] : links;
  return (
    <div className="above-lg">
      <Shortcuts
        label={t('overview.shortcuts')}
        shortcuts={shown.map((link) => ({
          ...link,
          title: t(`${link.key}.title`),
          help: t(`overview.go.${link.key}`),
        }))}
      />
    </div>
  );
};
