import type { RegisteredDevice } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { isCanceled, messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { UserText } from '../../../shared/user-text.tsx';
import { useRemoveDevice } from '../api.ts';

interface Props {
  device: RegisteredDevice;
  isOnly: boolean;
  onClose: () => void;
}

export const RemoveDeviceDialog = ({ device, isOnly, onClose }: Props) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const removal = useRemoveDevice();
  const remove = async () => {
    try {
      await removal.mutateAsync(device.deviceId);
      notify.success(t('security.deviceRemoved'));
    } catch (error) {
      if (isCanceled(error)) return;
      notify.error(messageOf(error, t('security.removeDeviceFailed')));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('security.removeDeviceTitle')}
      confirm={t('security.removeDevice')}
      busy={removal.isPending}
      onConfirm={() => void remove()}
      onCancel={() => {
        removal.cancel();
        onClose();
      }}
      text={
        <>
          <strong>
            <UserText>{device.deviceName}</UserText>
          </strong>
          <p className="flush above-xxs">{t('security.removeDeviceWhy')}</p>
          {isOnly && <p className="flush above-xxs">{t('security.removeOnlyDevice')}</p>}
        </>
      }
    />
  );
};
