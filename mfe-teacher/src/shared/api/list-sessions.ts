import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

const PAGE = 25;

interface Choice {
  courseId?: string | undefined;
  /** Undefined: running and ended ones. */
  active?: boolean | undefined;
  /** First and last moment of the start. */
  from?: string | undefined;
  to?: string | undefined;
  order?: 'newest' | 'oldest';
  /** There can be none such; nothing is asked. */
  enabled?: boolean;
}

/** My sessions, page after page; the server filters and sorts. */
export const useSessions = (
  { enabled = true, ...choice }: Choice,
  { first = PAGE, further = PAGE }: { first?: number | undefined; further?: number | undefined } = {},
) => {
  const api = useApi();
  const { courseId, active, from, to, order } = choice;
  return useInfiniteQuery({
    queryKey: [...sessionsKey, 'list', choice, first, further],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.session.listSessions, {
        query: {
          limit: cursor ? further : first,
          ...(cursor && { cursor }),
          ...(courseId && { courseId }),
          ...(active !== undefined && { active: active ? 'true' : 'false' }),
          ...(from && { from }),
          ...(to && { to }),
          ...(order && { order }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
