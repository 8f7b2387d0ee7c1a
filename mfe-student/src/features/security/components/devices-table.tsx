import { CheckCircleFilled } from '@ant-design/icons';
import type { RegisteredDevice } from '@qr-attendance/contracts';
import { EmptyState, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDayTime, formatRelative, getDeviceId } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import Tag from 'antd/es/tag';
import theme from 'antd/es/theme';
import Tooltip from 'antd/es/tooltip';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { Typed } from '../../../shared/typed.tsx';

export const DevicesTable = ({ devices }: { devices: RegisteredDevice[] }) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const here = getDeviceId();
  return (
    <Card title={<SectionTitle>{t('security.devices')}</SectionTitle>}>
      <ResponsiveTable<RegisteredDevice>
        rows={devices}
        rowKey="deviceId"
        columns={[
          {
            key: 'name',
            title: t('security.deviceName'),
            render: ({ deviceId, deviceName }) => (
              <>
                <Typed>{deviceName}</Typed>{' '}
                {deviceId === here && (
                  <Tag color="success" icon={<CheckCircleFilled aria-hidden />}>
                    {t('security.thisDevice')}
                  </Tag>
                )}
              </>
            ),
          },
          {
            key: 'lastUsed',
            title: t('security.lastUsed'),
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
            render: ({ deviceId }) => (
              <span style={{ fontFamily: token.fontFamilyCode, fontSize: token.fontSizeSM }}>{deviceId}</span>
            ),
          },
        ]}
        empty={<EmptyState message={t('security.noDevices')} />}
      />
    </Card>
  );
};
