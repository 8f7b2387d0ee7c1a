import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiQuery, useRefetch } from '@qr-attendance/web-kit';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { sessionKeys, useCreateSession, type NewSessionBody } from '../../shared/api/sessions.ts';
import { stateOf } from '../../shared/session-state.ts';
import type { Period } from './period.ts';

export const useSummary = () => useApiQuery(routes.attendance.getAnalyticsSummary);

/** Attendance by day; the period before stays drawn until the new one is there. */
export const useAttendanceAnalytics = (period: Period) =>
  useApiQuery(
    routes.attendance.getAttendanceAnalytics,
    { query: { period } },
    { placeholderData: keepPreviousData },
  );

/** Specification, section 9. */
const RECENT = 5;

export const useRecentAttendance = () =>
  useApiQuery(routes.attendance.listAttendance, { query: { limit: RECENT } });

/** Often enough for a count that a teacher glances at; the session page has the live one. */
const RUNNING_EVERY_MS = 5_000;

export const useRunningSessions = () =>
  useApiQuery(
    routes.session.listSessions,
    { query: { active: 'true' } },
    { refetchInterval: RUNNING_EVERY_MS },
  );

/** The newest that have ended without any sign that the class took place. */
export const useUnconfirmedSessions = () =>
  useApiQuery(
    routes.session.listSessions,
    { query: { unconfirmed: 'true' } },
    // The list may include sessions in which somebody was marked since.
    { select: (found) => found.filter(({ unconfirmed }) => unconfirmed) },
  );

/** The newest matter; a teacher who has more than this starts there. */
const REVIEWED = 100;

export interface SessionToReview {
  session: AttendanceRecord['session'];
  count: number;
}

const maxRiskOf = (records: AttendanceRecord[]) => Math.max(0, ...records.map(({ risk = 0 }) => risk));

/** Sessions by their riskiest record, descending; of equal ones the newest first. */
const groupBySession = (records: AttendanceRecord[]): SessionToReview[] =>
  [...Map.groupBy(records, ({ session }) => session._id).values()]
    .toSorted((a, b) => maxRiskOf(b) - maxRiskOf(a))
    .flatMap(([first, ...rest]) => (first ? [{ session: first.session, count: rest.length + 1 }] : []));

/** Sessions with records to review, the most urgent first. */
export const useSessionsToReview = () => {
  const api = useApi();
  const query = { needsReview: 'true', limit: REVIEWED } as const;
  return useQuery({
    queryKey: [...apiKey(routes.attendance.listAttendance, { query }), 'by session'],
    queryFn: async ({ signal }) => {
      const { items, nextCursor } = await api.page(routes.attendance.listAttendance, { query, signal });
      return { sessions: groupBySession(items), more: nextCursor !== undefined };
    },
  });
};

/** Opens a session unless one of the course is running: this page may be older than that one. */
export const useStartSession = () => {
  const api = useApi();
  const refetch = useRefetch();
  const create = useCreateSession();
  return useMutation({
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
