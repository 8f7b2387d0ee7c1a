import { routes, type RegisteredDevice } from '@qr-attendance/contracts';
import { deviceKey, getDeviceId, keepDeviceId, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

/**
 * The id under which the server knows this device once it is registered: its own, or the one of before where the browser
 * lost that and kept its key, by which the server gave the old entry the new name.
 */
export const registeredAs = (devices: RegisteredDevice[], deviceId: string, deviceName: string): string => {
  const found =
    devices.find((device) => device.deviceId === deviceId) ??
    devices.find((device) => device.deviceName === deviceName);
  return found?.deviceId ?? deviceId;
};

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
