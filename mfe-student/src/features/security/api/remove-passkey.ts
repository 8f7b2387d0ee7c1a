import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

export const useRemovePasskey = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.auth.removePasskey, { params: { id } }),
    onSuccess: (passkeys) => changed({ passkeys }),
  });
};
