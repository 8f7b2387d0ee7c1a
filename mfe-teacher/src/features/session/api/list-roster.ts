import { PAGE_SIZE, routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rosterKey } from '../../../shared/api/session-keys.ts';
import { mergeRoster } from '../roster-rules.ts';

export const POLL_SECONDS = 5;

/**
 * Every mark of a session; the live stream adds to the same cached list. `polled`: asked for again and again,
 * while nothing comes live.
 */
export const useRoster = (sessionId: string, polled = false) => {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = rosterKey(sessionId);
  return useQuery({
    queryKey,
    // Marks keep their identity by merging; comparing 1,500 of them deeply at each arrival is work for nothing.
    structuralSharing: false,
    refetchInterval: polled ? POLL_SECONDS * 1_000 : false,
    queryFn: async ({ signal }) => {
      const known = () => queries.getQueryData<AttendanceRecord[]>(queryKey) ?? [];
      const knownBefore = new Set(known().map(({ _id }) => _id));
      // Marks that arrived live while the pages were on their way may be missing from them.
      const merged = (fetched: AttendanceRecord[]) => mergeRoster(known(), fetched);
      const fetched: AttendanceRecord[] = [];
      let cursor: string | undefined;
      do {
        const query = { sessionId, limit: PAGE_SIZE.max, ...(cursor && { cursor }) };
        const page = await api.page(routes.attendance.listAttendance, { query, signal });
        fetched.push(...page.items);
        cursor = page.nextCursor;
        // A further page that fails takes nothing of this one along.
        if (cursor) queries.setQueryData(queryKey, merged(fetched));
      } while (cursor);
      // One that was there before and is in no page was undone.
      const there = new Set(fetched.map(({ _id }) => _id));
      return merged(fetched).filter(({ _id }) => there.has(_id) || !knownBefore.has(_id));
    },
  });
};
