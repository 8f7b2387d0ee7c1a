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

/** How many of the marks each session has, in the order of the marks. */
const groupBySession = (marks: AttendanceRecord[]): SessionToReview[] =>
  [...Map.groupBy(marks, ({ session }) => session._id).values()].flatMap(([first, ...rest]) =>
    first ? [{ session: first.session, count: rest.length + 1 }] : [],
  );

/** Sessions with marks that want the teacher's eye, those with the newest mark first. */
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
