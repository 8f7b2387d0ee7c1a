import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

type Device = InputOf<typeof routes.auth.registerDevice, 'body'>;

export const useRegisterDevice = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useMutation({
    mutationFn: (device: Device) => api.call(routes.auth.registerDevice, { body: device }),
    onSuccess: () => reload(),
  });
};
