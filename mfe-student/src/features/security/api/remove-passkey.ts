import { routes } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useProfileChange } from './use-profile-change.ts';

export const useRemovePasskey = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useCancelableMutation({
    mutationFn: (id: string, signal) => api.call(routes.auth.removePasskey, { params: { id }, signal }),
    onSuccess: (passkeys) => changed({ passkeys }),
  });
};
