import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { reviewKey } from '../../../shared/api/session-keys.ts';

/** What is newest matters; a teacher who has more than this starts there. */
const LIMIT = 100;

export interface SessionToReview {
  session: AttendanceRecord['session'];
  count: number;
}

const heaviestOf = (marks: AttendanceRecord[]) => Math.max(0, ...marks.map(({ risk = 0 }) => risk));

/** How many of the marks each session has, those first whose heaviest mark weighs most; of equal ones the newest. */
const groupBySession = (marks: AttendanceRecord[]): SessionToReview[] =>
  [...Map.groupBy(marks, ({ session }) => session._id).values()]
    .toSorted((a, b) => heaviestOf(b) - heaviestOf(a))
    .flatMap(([first, ...rest]) => (first ? [{ session: first.session, count: rest.length + 1 }] : []));

/** Sessions with marks that want the teacher's eye, the most urgent first. */
export const useSessionsToReview = () => {
  const api = useApi();
  return useQuery({
    queryKey: [...reviewKey, 'sessions'],
    queryFn: async ({ signal }) => {
      const query = { needsReview: 'true', limit: LIMIT } as const;
      const { items, nextCursor } = await api.page(routes.attendance.listAttendance, { query, signal });
      return { sessions: groupBySession(items), more: nextCursor !== undefined };
    },
  });
};
