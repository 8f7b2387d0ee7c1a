import { PAGE_SIZE, routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rosterKey } from '../../../shared/api/session-keys.ts';
import { mergeRoster } from '../roster.ts';

/** Absences are written a moment after a session ended. */
const AFTER_END_MS = 5_000;

/**
 * Every mark of a session; the live stream adds to the same cached list. `justEnded`: it ended while the page was
 * open, so keep asking for its absences.
 */
export const useRoster = (sessionId: string, justEnded = false) => {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = rosterKey(sessionId);
  return useQuery({
    queryKey,
    refetchInterval: justEnded ? AFTER_END_MS : false,
    queryFn: async ({ signal }) => {
      const fetched: AttendanceRecord[] = [];
      let cursor: string | undefined;
      do {
        const query = { sessionId, limit: PAGE_SIZE.max, ...(cursor && { cursor }) };
        const page = await api.page(routes.attendance.listAttendance, { query, signal });
        fetched.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      // Marks that arrived live while the pages were on their way may be missing from them.
      return mergeRoster(queries.getQueryData<AttendanceRecord[]>(queryKey) ?? [], fetched);
    },
  });
};
