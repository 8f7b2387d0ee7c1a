import type { RegisteredDevice } from '@qr-attendance/contracts';
import { ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDayTime, getDeviceId, useStudentProfile } from '@qr-attendance/web-kit';
import Tag from 'antd/es/tag';
import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { SectionCard } from './section-card.tsx';

export const DevicesTable = () => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const { registeredDevices } = useStudentProfile();
  const here = getDeviceId();
  return (
    <SectionCard title={t('security.devices.title')}>
      <ResponsiveTable<RegisteredDevice>
        rows={registeredDevices}
        rowKey="deviceId"
        columns={[
          {
            key: 'name',
            title: t('security.device.name'),
            render: ({ deviceName, deviceId }) => (
              <span style={{ overflowWrap: 'anywhere' }}>
                {deviceName} {deviceId === here && <Tag color="blue">{t('security.devices.thisDevice')}</Tag>}
              </span>
            ),
          },
          {
            key: 'lastUsed',
            title: t('security.devices.lastUsed'),
            render: ({ lastUsed }) => (lastUsed ? formatDayTime(lastUsed) : t('security.devices.never')),
          },
          {
            key: 'id',
            title: t('security.device.id'),
            render: ({ deviceId }) => (
              <code style={{ fontSize: token.fontSizeSM, overflowWrap: 'anywhere' }}>{deviceId}</code>
            ),
          },
        ]}
        empty={<p style={{ margin: 0, color: token.colorTextSecondary }}>{t('security.devices.empty')}</p>}
      />
    </SectionCard>
  );
};
