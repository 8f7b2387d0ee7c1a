import { routes } from '@qr-attendance/contracts';
import { deviceKey, getDeviceId, keepDeviceId, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { registeredAs } from '../registered-as.ts';
import { useProfileChange } from './use-profile-change.ts';

/** Registers this very device, under the name given, by the key that only this browser has. */
export const useRegisterDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: async (deviceName: string) => {
      const { publicKey } = await deviceKey();
      const deviceId = getDeviceId();
      const devices = await api.call(routes.auth.registerDevice, {
        body: { deviceId, deviceName, publicKey },
      });
      keepDeviceId(registeredAs(devices, deviceId, deviceName));
      return devices;
    },
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
