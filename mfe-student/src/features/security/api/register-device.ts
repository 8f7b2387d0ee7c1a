import { routes } from '@qr-attendance/contracts';
import { getDeviceId, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

/** Registers this very device, under the name given. */
export const useRegisterDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (deviceName: string) =>
      api.call(routes.auth.registerDevice, { body: { deviceId: getDeviceId(), deviceName } }),
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
