import { routes } from '@qr-attendance/contracts';
import { getDeviceId, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

/** Registers this very device, under the name given. */
export const useRegisterDevice = () => {
  const api = useApi();
  const identity = useIdentity();
  return useMutation({
    mutationFn: (deviceName: string) =>
      api.call(routes.auth.registerDevice, { body: { deviceId: getDeviceId(), deviceName } }),
    onSuccess: () => identity.reload(),
  });
};
