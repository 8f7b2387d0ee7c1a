import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { sessionsKey } from '../../../shared/api/session-keys.ts';

/** Often enough for a count that a teacher glances at; the session page has the live one. */
const EVERY_MS = 5_000;

export const useRunningSessions = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...sessionsKey, 'running'],
    queryFn: ({ signal }) => api.call(routes.session.listSessions, { query: { active: 'true' }, signal }),
    refetchInterval: EVERY_MS,
  });
};
