import { routes, type SecurityPreferences } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

export const useUpdateSecurity = () => {
  const api = useApi();
  const { reload } = useIdentity();
  return useMutation({
    mutationFn: (securityPreferences: SecurityPreferences) =>
      api.call(routes.auth.updateSecurity, { body: { securityPreferences } }),
    onSuccess: () => reload(),
  });
};
