import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useProfileChange } from './use-profile-change.ts';

export const useRemoveDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useCancelableMutation({
    mutationFn: (deviceId: string, signal) =>
      api.call(routes.auth.removeDevice, { params: { deviceId }, signal }),
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
