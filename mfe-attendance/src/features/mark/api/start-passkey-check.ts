import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';

/** A challenge for the student's passkey: good for a minute and for one mark. */
export const useStartPasskeyCheck = () => {
  const api = useApi();
  return (ticket: string, signal: AbortSignal) =>
    api.call(routes.attendance.startPasskeyCheck, { body: { ticket }, signal });
};
