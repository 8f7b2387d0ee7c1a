import { BarChartOutlined, BookOutlined, QrcodeOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Shortcuts } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';

export const TeacherShortcuts = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const shortcuts = [
    { key: 'Generate', to: to.generate, icon: <QrcodeOutlined /> },
    { key: 'Courses', to: to.courses, icon: <BookOutlined /> },
    { key: 'Sessions', to: to.sessions, icon: <UnorderedListOutlined /> },
    { key: 'Reports', to: to.reports, icon: <BarChartOutlined /> },
  ].map((shortcut) => ({
    ...shortcut,
    title: t(`dashboard.shortcut${shortcut.key}`),
    help: t(`dashboard.shortcut${shortcut.key}Help`),
  }));
  return <Shortcuts label={t('dashboard.shortcuts')} shortcuts={shortcuts} />;
};
