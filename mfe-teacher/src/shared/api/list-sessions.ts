import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

const PAGE = 25;

interface Choice {
  courseId: string | undefined;
  /** Undefined: running and ended ones. */
  active?: boolean | undefined;
}

/** My sessions, newest first, page after page; the server filters. */
export const useSessions = ({ courseId, active }: Choice, pageSize = PAGE) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...sessionsKey, 'list', courseId, active, pageSize],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.session.listSessions, {
        query: {
          limit: pageSize,
          ...(cursor && { cursor }),
          ...(courseId && { courseId }),
          ...(active !== undefined && { active: active ? 'true' : 'false' }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
