import { routes } from '@qr-attendance/contracts';
import { deviceKey, getDeviceId, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

/** Registers this very device, under the name given, by the key that only this browser has. */
export const useRegisterDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: async (deviceName: string) => {
      const { publicKey } = await deviceKey();
      return api.call(routes.auth.registerDevice, {
        body: { deviceId: getDeviceId(), deviceName, publicKey },
      });
    },
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
