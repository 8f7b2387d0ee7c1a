import {
  BarChartOutlined,
  HistoryOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { Shortcut } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';

export const Shortcuts = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const shortcuts = [
    { key: 'scan', to: to.scan, icon: <QrcodeOutlined /> },
    { key: 'history', to: to.history, icon: <HistoryOutlined /> },
    { key: 'enroll', to: to.enroll, icon: <PlusCircleOutlined /> },
    { key: 'security', to: to.security, icon: <SafetyCertificateOutlined /> },
    { key: 'reports', to: to.reports, icon: <BarChartOutlined /> },
  ];
  return (
    <nav aria-label={t('dashboard.links')}>
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
          gap: 16,
        }}
      >
        {shortcuts.map(({ key, ...shortcut }) => (
          <Shortcut key={key} {...shortcut} title={t(`dashboard.${key}`)} help={t(`dashboard.${key}Help`)} />
        ))}
      </div>
    </nav>
  );
};
