import { routes, type Session } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

/** Ends a session now; every list and page that shows sessions is fetched again. */
export const useEndSession = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (session: Session, signal) =>
      api.call(routes.session.endSession, {
        params: { id: session._id },
        body: { active: false, endTime: new Date().toISOString() },
        signal,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
};
