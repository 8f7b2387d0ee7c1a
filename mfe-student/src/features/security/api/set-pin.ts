import { routes } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

export const useSetPin = () => {
  const api = useApi();
  const identity = useIdentity();
  return useMutation({
    mutationFn: (pin: string) => api.call(routes.auth.setPin, { body: { pin } }),
    onSuccess: () => identity.reload(),
  });
};
