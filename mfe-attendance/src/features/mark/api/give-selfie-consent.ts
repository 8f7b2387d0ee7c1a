import { routes } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

export const useGiveSelfieConsent = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useMutation({
    mutationFn: () => api.call(routes.auth.setSelfieConsent, { body: { given: true } }),
    onSuccess: () => void reload(),
  });
};
