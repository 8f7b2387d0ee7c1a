import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

/** Some weeks of a full timetable: enough to tell what is usual. */
const RECENT = 50;

/** My newest sessions, by which a page knows the usual hour and length of each course. */
export const useRecentSessions = (enabled = true) => {
  const api = useApi();
  return useQuery({
    queryKey: [...sessionsKey, 'recent'],
    enabled,
    queryFn: ({ signal }) => api.call(routes.session.listSessions, { query: { limit: RECENT }, signal }),
  });
};
