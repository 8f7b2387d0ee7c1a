import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { rosterKey } from '../../../shared/api/sessions.ts';
import { mergeRoster } from '../roster-rules.ts';
import type { EnrolledStudent } from '../roster-rows.ts';
import { readRoster } from './read-roster.ts';

/** While nothing comes live. */
export const POLL_SECONDS = 5;

/** What is known of a session's students. Marks that come live may be known before who is enrolled. */
interface KnownRoster {
  records: AttendanceRecord[];
  enrolled?: EnrolledStudent[];
}

/** Changes the marks that the page knows of. */
export const changeRecords = (
  queries: QueryClient,
  sessionId: string,
  change: (known: AttendanceRecord[]) => AttendanceRecord[],
): void => {
  queries.setQueryData<KnownRoster>(rosterKey(sessionId), (known) => ({
    ...known,
    records: change(known?.records ?? []),
  }));
};

const useKnownRoster = <Part>(
  sessionId: string,
  select: (known: KnownRoster) => Part,
  everySeconds: number | undefined,
) => {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = rosterKey(sessionId);
  return useQuery({
    queryKey,
    // Marks keep their identity by merging; comparing 1,500 of them deeply at each arrival is work for nothing.
    structuralSharing: false,
    refetchInterval: everySeconds !== undefined && everySeconds * 1_000,
    select,
    queryFn: async ({ signal }): Promise<KnownRoster> => {
      const known = () => queries.getQueryData<KnownRoster>(queryKey)?.records ?? [];
      const knownBefore = new Set(known().map(({ _id }) => _id));
      const fetched = await readRoster({ api, sessionId, signal });
      // One that was there before and is in no answer was undone; one that came live meanwhile may be missing there.
      const there = new Set(fetched.records.map(({ _id }) => _id));
      return {
        records: mergeRoster(known(), fetched.records).filter(
          ({ _id }) => there.has(_id) || !knownBefore.has(_id),
        ),
        enrolled: fetched.enrolled,
      };
    },
  });
};

const recordsOf = ({ records }: KnownRoster) => records;
/** Every mark of a session; the live stream adds to the same cached list. `everySeconds`: how often it is asked for again. */
export const useRoster = (sessionId: string, everySeconds?: number) =>
  useKnownRoster(sessionId, recordsOf, everySeconds);

const enrolledOf = ({ enrolled }: KnownRoster) => enrolled;
/** Everybody who is enrolled in its course, from the same answer. Somebody may enroll while it runs. */
export const useAllEnrolled = (sessionId: string, everySeconds?: number) =>
  useKnownRoster(sessionId, enrolledOf, everySeconds);
