import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useProfileChange } from './use-profile-change.ts';

export const useRemoveDevice = () => {
  const api = useApi();
  const changed = useProfileChange();
  return useMutation({
    mutationFn: (deviceId: string) => api.call(routes.auth.removeDevice, { params: { deviceId } }),
    onSuccess: (registeredDevices) => changed({ registeredDevices }),
  });
};
