import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { retryWhatMayPass } from './retry.ts';

/** A challenge for the student's passkey: good for a minute and for one mark. */
export const useStartPasskeyCheck = () => {
  const api = useApi();
  return useMutation({
    ...retryWhatMayPass,
    mutationFn: (ticket: string) => api.call(routes.attendance.startPasskeyCheck, { body: { ticket } }),
  });
};
