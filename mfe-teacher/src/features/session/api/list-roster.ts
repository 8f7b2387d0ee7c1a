import type { AttendanceRecord, Roster } from '@qr-attendance/contracts';
import { livePolling, rosterRequest, sendOverlapped, useApi, type ApiClient } from '@qr-attendance/web-kit';
import { replaceEqualDeep, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { rosterKey } from '../../../shared/api/sessions.ts';
import type { EnrolledStudent } from '../roster-rows.ts';
import { mergeRoster } from '../roster-rules.ts';

interface WholeRoster {
  records: AttendanceRecord[];
  enrolled: EnrolledStudent[];
}

interface RosterRequest {
  api: ApiClient;
  sessionId: string;
  signal: AbortSignal;
}

const partsOf = ({ session, entries }: Roster): WholeRoster => ({
  records: session
    ? entries.flatMap(({ student, mark }) => (mark ? [{ ...mark, student, session }] : []))
    : [],
  enrolled: entries.flatMap(({ student, enrolledAt, courseId, sectionId, elsewhere }) =>
    enrolledAt ? [{ student, enrolledAt, courseId, sectionId, elsewhere }] : [],
  ),
});

const readRoster = async ({ api, sessionId, signal }: RosterRequest): Promise<WholeRoster> => {
  const all: WholeRoster = { records: [], enrolled: [] };
  let after: string | undefined;
  do {
    const query = { sessionId, ...(after && { after }) };
    const answer = await sendOverlapped(
      rosterRequest,
      (left) => api.call(rosterRequest.route, { query, signal: left }),
      signal,
    );
    const { records, enrolled } = partsOf(answer);
    all.records.push(...records);
    all.enrolled.push(...enrolled);
    after = answer.next;
  } while (after);
  return all;
};

interface KnownRoster {
  records: AttendanceRecord[];
  enrolled?: EnrolledStudent[];
}

/** The last known records; the page may not have rendered them yet. */
export const readRecords = (queries: QueryClient, sessionId: string): AttendanceRecord[] =>
  queries.getQueryData<KnownRoster>(rosterKey(sessionId))?.records ?? [];

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
    // The query function itself preserves unchanged records.
    structuralSharing: false,
    ...livePolling<KnownRoster>(rosterRequest, everySeconds !== undefined && everySeconds * 1_000),
    select,
    queryFn: async ({ signal }): Promise<KnownRoster> => {
      const readKnown = () => readRecords(queries, sessionId);
      const enrolledBefore = queries.getQueryData<KnownRoster>(queryKey)?.enrolled;
      const knownBefore = new Set(readKnown().map(({ _id }) => _id));
      const fetched = await readRoster({ api, sessionId, signal });
      // Removes marks that were undone before or during the request, but keeps those that arrived during it.
      const fetchedIds = new Set(fetched.records.map(({ _id }) => _id));
      const knownNow = new Set(readKnown().map(({ _id }) => _id));
      return {
        records: mergeRoster(readKnown(), fetched.records).filter(
          ({ _id }) => !knownBefore.has(_id) || (fetchedIds.has(_id) && knownNow.has(_id)),
        ),
        enrolled: replaceEqualDeep(enrolledBefore, fetched.enrolled),
      };
    },
  });
};

const recordsOf = ({ records }: KnownRoster) => records;
export const useRoster = (sessionId: string, everySeconds?: number) =>
  useKnownRoster(sessionId, recordsOf, everySeconds);

const enrolledOf = ({ enrolled }: KnownRoster) => enrolled;
/** All enrolled students, from the same response. Students may enroll while the session runs. */
export const useAllEnrolled = (sessionId: string, everySeconds?: number) =>
  useKnownRoster(sessionId, enrolledOf, everySeconds);
