import { CheckCircleFilled, ClockCircleFilled, WarningFilled } from '@ant-design/icons';
import type { RegisteredDevice } from '@qr-attendance/contracts';
import { formatDayTime, getDeviceId } from '@qr-attendance/web-kit';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';
import { deviceState } from '../../../shared/device-state.ts';

export const WaitingTag = ({ countsFrom }: { countsFrom: string }) => {
  const { t } = useTranslation('student');
  return (
    <Tag color="warning" icon={<ClockCircleFilled aria-hidden />}>
      {t('security.countsFrom', { when: formatDayTime(countsFrom) })}
    </Tag>
  );
};

export const DeviceTags = ({ device }: { device: RegisteredDevice }) => {
  const { t } = useTranslation('student');
  const state = deviceState(device);
  return (
    <>
      {device.deviceId === getDeviceId() && (
        <Tag color="success" icon={<CheckCircleFilled aria-hidden />}>
          {t('security.thisDevice')}
        </Tag>
      )}
      {state === 'waiting' && <WaitingTag countsFrom={device.countsFrom} />}
      {state === 'keyless' && (
        <Tag color="error" icon={<WarningFilled aria-hidden />}>
          {t('security.registerAgain')}
        </Tag>
      )}
    </>
  );
};
