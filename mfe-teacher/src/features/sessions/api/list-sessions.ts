import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sessionsKey } from '../../../shared/api/session-keys.ts';
import type { SessionFilters } from '../session-filters.ts';

const PAGE = 25;

/** My sessions, newest first, page after page; the server filters. */
export const useSessions = ({ status, courseId }: SessionFilters) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...sessionsKey, 'list', status, courseId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.session.listSessions, {
        query: {
          limit: PAGE,
          ...(cursor && { cursor }),
          ...(courseId && { courseId }),
          ...(status && { active: status === 'active' ? 'true' : 'false' }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
