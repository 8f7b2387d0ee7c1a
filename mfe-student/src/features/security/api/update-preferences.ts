import { routes, type SecurityPreferences } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

export const useUpdatePreferences = () => {
  const api = useApi();
  const identity = useIdentity();
  return useMutation({
    mutationFn: (securityPreferences: SecurityPreferences) =>
      api.call(routes.auth.updateSecurity, { body: { securityPreferences } }),
    onSuccess: () => identity.reload(),
  });
};
