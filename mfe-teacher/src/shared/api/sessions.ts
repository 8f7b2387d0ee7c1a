import { routes, type InputOf, type Session } from '@qr-attendance/contracts';
import {
  apiKey,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useIdempotencyKeys,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RefreshInterval } from '../code/rotation.ts';

export const sessionKey = (id: string) => apiKey(routes.session.getSession, { params: { id } });
export const sessionDefaultsKey = (courseId: string) =>
  apiKey(routes.session.getSessionDefaults, { query: { courseId } });
export const rosterKey = (sessionId: string) => apiKey(routes.attendance.getRoster, { query: { sessionId } });
const listKey = apiKey(routes.session.listSessions);
/** Everything that shows sessions. */
export const sessionKeys = [
  listKey,
  apiKey(routes.session.getSession),
  apiKey(routes.session.getSessionDefaults),
];
/** Everything that shows what a teacher should review, in any session. */
export const reviewKeys = [
  apiKey(routes.attendance.listFlaggedAttempts),
  apiKey(routes.attendance.listRefusedTries),
  apiKey(routes.attendance.getMarkHistory),
  apiKey(routes.attendance.listAttendance),
];

const PAGE = 25;

type Filters = NonNullable<InputOf<typeof routes.session.listSessions, 'query'>>;
interface Choice extends Partial<Record<'courseId' | 'from' | 'to', string | undefined>> {
  /** Undefined includes running and ended sessions. */
  active?: boolean | undefined;
  order?: Filters['order'];
  enabled?: boolean;
}

/** My sessions, page after page; the server filters and sorts. */
export const useSessions = (
  { enabled = true, active, courseId, from, to, order }: Choice,
  { first = PAGE, further = PAGE }: { first?: number | undefined; further?: number | undefined } = {},
) =>
  useApiPages(
    routes.session.listSessions,
    {
      query: {
        courseId,
        from,
        to,
        order,
        active: active === undefined ? undefined : active ? 'true' : 'false',
      },
    },
    { enabled, limit: further, firstLimit: first },
  );

/** Some weeks of a full timetable: enough to tell what is usual. */
const RECENT = 50;

/** My newest sessions, by which a page knows the usual hour and length of each course. */
export const useRecentSessions = (enabled = true) =>
  useApiQuery(routes.session.listSessions, { query: { limit: RECENT } }, { enabled });

/** What a session of the course requires unless its teacher says otherwise. `courseId` undefined: none chosen yet. */
export const useSessionDefaults = (courseId: string | undefined) =>
  useApiQuery(
    routes.session.getSessionDefaults,
    { query: { courseId: courseId ?? '' } },
    { enabled: courseId !== undefined },
  );

/** The live stream delivers marks alone. */
const REFUSED_EVERY_MS = 5_000;

/** Students without a mark in the session whose tries were flagged. */
export const useAttempts = (sessionId: string, active: boolean) =>
  useApiQuery(
    routes.attendance.listFlaggedAttempts,
    { query: { sessionId } },
    { refetchInterval: active && REFUSED_EVERY_MS },
  );

/** Students who tried to mark in the session and were refused, and how many unnamed people were. */
export const useRefusedTries = (sessionId: string, active: boolean) =>
  useApiQuery(
    routes.attendance.listRefusedTries,
    { query: { sessionId } },
    { refetchInterval: active && REFUSED_EVERY_MS },
  );

/** How many students of a running session could not mark. The server leaves out those who are marked by now. */
export const useNeedsHelpCount = (sessionId: string): number => {
  const { data: attempts = [] } = useAttempts(sessionId, true);
  const { data: refused } = useRefusedTries(sessionId, true);
  return new Set([...attempts, ...(refused?.students ?? [])].map(({ student }) => student._id)).size;
};

/** Requests the session's next code, optionally changing how long each code lives from now on. */
export const useRefreshCode = (sessionId: string) => {
  const api = useApi();
  return useCallback(
    (refreshInterval?: RefreshInterval) =>
      api.call(routes.session.refreshCode, {
        params: { id: sessionId },
        ...(refreshInterval && { body: { refreshInterval } }),
      }),
    [api, sessionId],
  );
};

/** Requests the burst codes of now and the next seconds. */
export const useGetBurstCodes = (sessionId: string) => {
  const api = useApi();
  return useCallback(
    () => api.call(routes.session.getBurstCodes, { params: { id: sessionId } }),
    [api, sessionId],
  );
};

export type NewSessionBody = InputOf<typeof routes.session.createSession, 'body'>;

/** Not pending until lists are read again: what was opened is shown at once. */
export const useCreateSession = () => {
  const keyOf = useIdempotencyKeys();
  const refetch = useRefetch();
  return useApiMutation(
    routes.session.createSession,
    (body: NewSessionBody) => ({ body, idempotencyKey: keyOf(body) }),
    { onSuccess: () => void refetch(sessionKeys) },
  );
};

export const useEndSession = () =>
  useApiMutation(
    routes.session.endSession,
    (session: Session) => ({
      params: { id: session._id },
      body: { active: false as const, endTime: new Date().toISOString() },
    }),
    { refetches: sessionKeys },
  );

export type SessionEditBody = InputOf<typeof routes.session.editSession, 'body'>;

/** Attendance records follow their session by an event. */
const FOLLOWED_MS = 3_000;

/** Options of a mutation after which the session's roster is read again, too. */
const useRosterFollows = (id: string) => {
  const queries = useQueryClient();
  return {
    refetches: sessionKeys,
    onSuccess: () => {
      setTimeout(() => void queries.invalidateQueries({ queryKey: rosterKey(id) }), FOLLOWED_MS);
    },
  };
};

export const useCancelSession = (id: string) =>
  useApiMutation(routes.session.cancelSession, () => ({ params: { id } }), useRosterFollows(id));

export const useConfirmSession = (id: string) =>
  useApiMutation(routes.session.confirmSession, () => ({ params: { id } }), useRosterFollows(id));

export const useReopenSession = (id: string) =>
  useApiMutation(routes.session.reopenSession, () => ({ params: { id } }), useRosterFollows(id));

export const useEditSession = (id: string) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.session.editSession,
    (body: SessionEditBody) => ({ params: { id }, body }),
    // Somebody else may have changed it: the present state is shown beside what was typed.
    { ...useRosterFollows(id), onError: () => void refetch([sessionKey(id)]) },
  );
};

export const useDeleteSession = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(routes.session.deleteSession, () => ({ params: { id } }), {
    refetches: [listKey],
    onSuccess: () => queries.removeQueries({ queryKey: sessionKey(id) }),
  });
};
