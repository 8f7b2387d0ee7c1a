import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

export const useWithdrawSelfieConsent = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: () => api.call(routes.auth.setSelfieConsent, { body: { given: false } }),
    onSuccess: changed,
  });
};
