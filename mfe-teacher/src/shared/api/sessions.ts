import { routes, type InputOf, type Session } from '@qr-attendance/contracts';
import {
  apiKey,
  burstCodesRequest,
  flaggedAttemptsRequest,
  refreshCodeRequest,
  refusedTriesRequest,
  sendOverlapped,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useIdempotencyKeys,
  useLiveQuery,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

export const sessionKey = (id: string) => apiKey(routes.session.getSession, { params: { id } });
export const sessionDefaultsKey = (courseId: string) =>
  apiKey(routes.session.getSessionDefaults, { query: { courseId } });
export const rosterKey = (sessionId: string) => apiKey(routes.attendance.getRoster, { query: { sessionId } });
const listKey = apiKey(routes.session.listSessions);
export const sessionKeys = [
  listKey,
  apiKey(routes.session.getSession),
  apiKey(routes.session.getSessionDefaults),
];
export const reviewKeys = [
  apiKey(routes.attendance.listFlaggedAttempts),
  apiKey(routes.attendance.listRefusedTries),
  apiKey(routes.attendance.getMarkHistory),
  apiKey(routes.attendance.listAttendance),
];

const ROWS_PER_PAGE = 25;

type Filters = NonNullable<InputOf<typeof routes.session.listSessions, 'query'>>;
interface Choice extends Partial<Record<'courseId' | 'from' | 'to', string | undefined>> {
  /** If absent, both running and ended sessions are listed. */
  active?: boolean | undefined;
  order?: Filters['order'];
  enabled?: boolean;
}

export const useSessions = (
  { enabled = true, active, courseId, from, to, order }: Choice,
  {
    first = ROWS_PER_PAGE,
    further = ROWS_PER_PAGE,
  }: { first?: number | undefined; further?: number | undefined } = {},
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

/** Covers several weeks of a full timetable. */
const RECENT_COUNT = 50;

/** Recent sessions, from which the usual time and length of each course are derived. */
export const useRecentSessions = (enabled = true) =>
  useApiQuery(routes.session.listSessions, { query: { limit: RECENT_COUNT } }, { enabled });

/** `courseId` is undefined until a course is chosen. */
export const useSessionDefaults = (courseId: string | undefined) =>
  useApiQuery(
    routes.session.getSessionDefaults,
    { query: { courseId: courseId ?? '' } },
    { enabled: courseId !== undefined },
  );

/** The live stream contains only marks, so attempts are polled. */
const ATTEMPTS_REFETCH_MS = 5_000;

export const useAttempts = (sessionId: string, active: boolean) =>
  useLiveQuery(flaggedAttemptsRequest, { query: { sessionId } }, { everyMs: active && ATTEMPTS_REFETCH_MS });

export const useRefusedTries = (sessionId: string, active: boolean) =>
  useLiveQuery(refusedTriesRequest, { query: { sessionId } }, { everyMs: active && ATTEMPTS_REFETCH_MS });

/**
 * Number of students in a running session who could not mark. The server excludes those who have marked
 * since.
 */
export const useNeedsHelpCount = (sessionId: string): number => {
  const { data: attempts = [] } = useAttempts(sessionId, true);
  const { data: refused } = useRefusedTries(sessionId, true);
  return new Set([...attempts, ...(refused?.students ?? [])].map(({ student }) => student._id)).size;
};

const queryOf = (unattended: boolean) => (unattended ? { query: { unattended: 'true' as const } } : {});

export type RefreshCodeBody = NonNullable<InputOf<typeof routes.session.refreshCode, 'body'>>;

export const useRefreshCode = (sessionId: string, unattended = false) => {
  const api = useApi();
  return useCallback(
    (body: RefreshCodeBody, left?: AbortSignal) =>
      sendOverlapped(
        refreshCodeRequest,
        (signal) =>
          api.call(refreshCodeRequest.route, {
            params: { id: sessionId },
            ...queryOf(unattended),
            body,
            signal,
          }),
        left,
      ),
    [api, sessionId, unattended],
  );
};

export const useGetBurstCodes = (sessionId: string, unattended = false) => {
  const api = useApi();
  return useCallback(
    (left?: AbortSignal) =>
      sendOverlapped(
        burstCodesRequest,
        (signal) =>
          api.call(burstCodesRequest.route, { params: { id: sessionId }, ...queryOf(unattended), signal }),
        left,
      ),
    [api, sessionId, unattended],
  );
};

export type NewSessionBody = InputOf<typeof routes.session.createSession, 'body'>;

/** Resolves before the lists are reloaded, so that the new session is shown at once. */
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

/** Records change after an event from the session service. */
const EVENT_DELAY_MS = 3_000;

/** Reloads the roster again after the event has arrived. */
const useRosterChange = (id: string) => {
  const queries = useQueryClient();
  return {
    refetches: sessionKeys,
    onSuccess: () => {
      setTimeout(() => void queries.invalidateQueries({ queryKey: rosterKey(id) }), EVENT_DELAY_MS);
    },
  };
};

export const useCancelSession = (id: string) =>
  useApiMutation(routes.session.cancelSession, () => ({ params: { id } }), useRosterChange(id));

export const useConfirmSession = (id: string) =>
  useApiMutation(routes.session.confirmSession, () => ({ params: { id } }), useRosterChange(id));

export const useReopenSession = (id: string) =>
  useApiMutation(routes.session.reopenSession, () => ({ params: { id } }), useRosterChange(id));

export const useEditSession = (id: string) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.session.editSession,
    (body: SessionEditBody) => ({ params: { id }, body }),
    // Shows a concurrent change beside the form.
    { ...useRosterChange(id), onError: () => void refetch([sessionKey(id)]) },
  );
};

export const useDeleteSession = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(routes.session.deleteSession, () => ({ params: { id } }), {
    refetches: [listKey],
    onSuccess: () => queries.removeQueries({ queryKey: sessionKey(id) }),
  });
};
