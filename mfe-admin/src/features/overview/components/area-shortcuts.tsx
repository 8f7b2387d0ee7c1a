import {
  ApartmentOutlined,
  AuditOutlined,
  BookOutlined,
  CalendarOutlined,
  EnvironmentOutlined,
  FlagOutlined,
  ImportOutlined,
  KeyOutlined,
  MailOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Shortcuts } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../shared/viewer.ts';

const links = [
  { key: 'classes', title: 'classes.title', to: '/admin/classes', icon: <ScheduleOutlined /> },
  { key: 'notTaken', title: 'classes.notTaken', to: '/admin/not-taken', icon: <QuestionCircleOutlined /> },
  { key: 'courses', title: 'courses.title', to: '/admin/courses', icon: <BookOutlined /> },
  { key: 'units', title: 'units.title', to: '/admin/units', icon: <ApartmentOutlined /> },
  { key: 'terms', title: 'terms.title', to: '/admin/terms', icon: <CalendarOutlined /> },
  { key: 'staff', title: 'staff.title', to: '/admin/staff', icon: <TeamOutlined /> },
  { key: 'audit', title: 'audit.title', to: '/admin/audit', icon: <AuditOutlined /> },
  { key: 'settings', title: 'settings.title', to: '/admin/settings', icon: <SettingOutlined /> },
] as const;
const linksOfAdministrators = [
  { key: 'rooms', title: 'rooms.title', to: '/admin/rooms', icon: <EnvironmentOutlined /> },
  { key: 'imports', title: 'imports.title', to: '/admin/imports', icon: <ImportOutlined /> },
  { key: 'providers', title: 'providers.title', to: '/admin/providers', icon: <KeyOutlined /> },
  { key: 'invites', title: 'invites.title', to: '/admin/invites', icon: <MailOutlined /> },
  { key: 'floor', title: 'floor.title', to: '/admin/requirements', icon: <SafetyCertificateOutlined /> },
  { key: 'flagRates', title: 'flagRates.title', to: '/admin/flag-rates', icon: <FlagOutlined /> },
] as const;

/** Links to all pages, because a phone's bottom bar has space for only a few. */
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
          title: t(link.title),
          help: t(`overview.go.${link.key}`),
        }))}
      />
    </div>
  );
};
