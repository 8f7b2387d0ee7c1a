import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import {
  apiKey,
  runningSessionsRequest,
  useApi,
  useApiQuery,
  useCancelableMutation,
  useLiveQuery,
  useRefetch,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sessionKeys, useCreateSession, type NewSessionBody } from '../../shared/api/sessions.ts';
import { stateOf } from '../../shared/session-state.ts';
import type { Period } from './period.ts';

export const useSummary = () => useApiQuery(routes.attendance.getAnalyticsSummary);

/** The previous period stays visible until the new one has loaded. */
export const useAttendanceAnalytics = (period: Period) =>
  useApiQuery(
    routes.attendance.getAttendanceAnalytics,
    { query: { period } },
    { placeholderData: keepPreviousData },
  );

const RECENT_COUNT = 5;

export const useRecentAttendance = () =>
  useApiQuery(routes.attendance.listAttendance, { query: { limit: RECENT_COUNT, order: 'arrival' } });

/** The dashboard needs no live count, unlike the session page. */
const RUNNING_REFETCH_MS = 5_000;

export const useRunningSessions = () =>
  useLiveQuery(runningSessionsRequest, { query: { active: 'true' } }, { everyMs: RUNNING_REFETCH_MS });

/** The newest ended sessions without any sign that the class took place. */
export const useUnconfirmedSessions = () =>
  useApiQuery(routes.session.listSessions, { query: { unconfirmed: 'true' } });

/** The newest records matter most; others follow after these are reviewed. */
const MAX_TO_REVIEW = 100;

export interface SessionToReview {
  session: AttendanceRecord['session'];
  count: number;
}

const maxRiskOf = (records: AttendanceRecord[]) => Math.max(0, ...records.map(({ risk = 0 }) => risk));

/** Sessions sorted by the highest risk score, then newest first. */
const groupBySession = (records: AttendanceRecord[]): SessionToReview[] =>
  [...Map.groupBy(records, ({ session }) => session._id).values()]
    .toSorted((a, b) => maxRiskOf(b) - maxRiskOf(a))
    .flatMap(([first, ...rest]) => (first ? [{ session: first.session, count: rest.length + 1 }] : []));

export const useSessionsToReview = () => {
  const api = useApi();
  const query = { needsReview: 'true', limit: MAX_TO_REVIEW } as const;
  return useQuery({
    queryKey: [...apiKey(routes.attendance.listAttendance, { query }), 'by session'],
    queryFn: async ({ signal }) => {
      const { items, nextCursor } = await api.page(routes.attendance.listAttendance, { query, signal });
      return { sessions: groupBySession(items), more: nextCursor !== undefined };
    },
  });
};

/** Creates no session if the course already has a running session, because this page may be outdated. */
export const useStartSession = () => {
  const api = useApi();
  const refetch = useRefetch();
  const create = useCreateSession();
  return useCancelableMutation({
    mutationFn: async (body: NewSessionBody) => {
      const query = { active: 'true', courseId: body.courseId } as const;
      const active = await api.call(routes.session.listSessions, { query });
      const running = active.find((session) => stateOf(session) === 'running');
      if (!running) return { created: await create.mutateAsync(body) };
      void refetch(sessionKeys);
      return { running };
    },
  });
};
