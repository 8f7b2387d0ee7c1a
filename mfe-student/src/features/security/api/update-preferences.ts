import { routes, type SecurityPreferences } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

export const useUpdatePreferences = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (securityPreferences: SecurityPreferences) =>
      api.call(routes.auth.updateSecurity, { body: { securityPreferences } }),
    onSuccess: changed,
  });
};
