import {
  BarChartOutlined,
  HistoryOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { Shortcuts } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';

export const StudentShortcuts = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const shortcuts = [
    { key: 'scan', to: to.scan, icon: <QrcodeOutlined /> },
    { key: 'history', to: to.history, icon: <HistoryOutlined /> },
    { key: 'enroll', to: to.enroll, icon: <PlusCircleOutlined /> },
    { key: 'security', to: to.security, icon: <SafetyCertificateOutlined /> },
    { key: 'reports', to: to.reports, icon: <BarChartOutlined /> },
  ].map((shortcut) => ({
    ...shortcut,
    title: t(`dashboard.${shortcut.key}`),
    help: t(`dashboard.${shortcut.key}Help`),
  }));
  return <Shortcuts label={t('dashboard.links')} shortcuts={shortcuts} />;
};
