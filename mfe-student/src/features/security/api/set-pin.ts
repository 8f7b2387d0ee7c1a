import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

export const useSetPin = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (pin: string) => api.call(routes.auth.setPin, { body: { pin } }),
    onSuccess: changed,
  });
};
