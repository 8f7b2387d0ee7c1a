import { registerDevice, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

/** Registers this very device, under the name given, by the key that only this browser has. */
export const useRegisterDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (deviceName: string) => registerDevice(api, deviceName),
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
