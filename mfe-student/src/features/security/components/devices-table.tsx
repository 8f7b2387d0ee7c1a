import { MAX_DEVICES, type RegisteredDevice } from '@qr-attendance/contracts';
import { Button, Card, EmptyState, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDayTime, formatRelative } from '@qr-attendance/web-kit';
import Tooltip from 'antd/es/tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UserText } from '../../../shared/user-text.tsx';
import { DeviceTags } from './device-tags.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';

export const DevicesTable = ({ devices }: { devices: RegisteredDevice[] }) => {
  const { t } = useTranslation('student');
  const [leaving, setLeaving] = useState<RegisteredDevice>();
  return (
    <Card title={t('security.devices')}>
      <p className="flush below muted">{t('security.devicesHelp', { most: MAX_DEVICES })}</p>
      <ResponsiveTable<RegisteredDevice>
        rows={devices}
        rowKey="deviceId"
        columns={[
          {
            key: 'name',
            title: t('security.deviceName'),
            render: (device) => (
              <>
                <UserText>{device.deviceName}</UserText> <DeviceTags device={device} />
              </>
            ),
          },
          {
            key: 'lastUsed',
            title: t('security.lastUsed'),
            phone: 'named',
            render: ({ lastUsed }) =>
              lastUsed ? (
                <Tooltip title={formatDayTime(lastUsed)}>
                  <time dateTime={lastUsed}>{formatRelative(lastUsed)}</time>
                </Tooltip>
              ) : (
                t('security.neverUsed')
              ),
          },
          {
            key: 'deviceId',
            title: t('security.deviceId'),
            render: ({ deviceId }) => <span className="code-text small">{deviceId}</span>,
          },
          {
            key: 'actions',
            title: t('common:actions'),
            render: (device) => (
              <Button
                danger
                onClick={() => setLeaving(device)}
                aria-label={t('security.removeDeviceNamed', { name: device.deviceName })}
              >
                {t('security.removeDevice')}
              </Button>
            ),
          },
        ]}
        empty={<EmptyState message={t('security.noDevices')} />}
      />
      {leaving && (
        <RemoveDeviceDialog
          device={leaving}
          isOnly={devices.length === 1}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  );
};
