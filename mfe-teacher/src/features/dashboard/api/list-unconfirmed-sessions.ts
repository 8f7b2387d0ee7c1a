import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { sessionsKey } from '../../../shared/api/session-keys.ts';

/** The newest that have ended without any sign that the class took place. */
export const useUnconfirmedSessions = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...sessionsKey, 'unconfirmed'],
    queryFn: async ({ signal }) => {
      const found = await api.call(routes.session.listSessions, { query: { unconfirmed: 'true' }, signal });
      // The list may have more: those in which somebody was marked since.
      return found.filter(({ unconfirmed }) => unconfirmed);
    },
  });
};
