import { CheckCircleFilled, ClockCircleFilled, WarningFilled } from '@ant-design/icons';
import type { RegisteredDevice } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { formatDayTime, getDeviceId } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { deviceState } from '../../../shared/device-state.ts';

export const WaitingTag = ({ countsFrom }: { countsFrom: string }) => {
  const { t } = useTranslation('student');
  return (
    <Badge tone="warning" icon={<ClockCircleFilled aria-hidden />}>
      {t('security.countsFrom', { when: formatDayTime(countsFrom) })}
    </Badge>
  );
};

export const DeviceTags = ({ device }: { device: RegisteredDevice }) => {
  const { t } = useTranslation('student');
  const state = deviceState(device);
  return (
    <>
      {device.deviceId === getDeviceId() && (
        <Badge tone="success" icon={<CheckCircleFilled aria-hidden />}>
          {t('security.thisDevice')}
        </Badge>
      )}
      {state === 'waiting' && <WaitingTag countsFrom={device.countsFrom} />}
      {state === 'keyless' && (
        <Badge tone="error" icon={<WarningFilled aria-hidden />}>
          {t('security.registerAgain')}
        </Badge>
      )}
    </>
  );
};
