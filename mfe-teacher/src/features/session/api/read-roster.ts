import { PAGE_SIZE, routes, type AttendanceRecord, type Roster } from '@qr-attendance/contracts';
import { ApiError, type ApiClient } from '@qr-attendance/web-kit';
import type { EnrolledStudent } from '../roster-rows.ts';

/** Every mark of a session, and everybody who is enrolled in its course. */
export interface WholeRoster {
  records: AttendanceRecord[];
  enrolled: EnrolledStudent[];
}

interface Reading {
  api: ApiClient;
  sessionId: string;
  /** Undefined until the session is known. */
  courseId: string | undefined;
  signal: AbortSignal;
}

const partsOf = ({ session, entries }: Roster): WholeRoster => ({
  records: session
    ? entries.flatMap(({ student, mark }) => (mark ? [{ ...mark, student, session }] : []))
    : [],
  enrolled: entries.flatMap(({ student, enrolledAt }) => (enrolledAt ? [{ student, enrolledAt }] : [])),
});

const readAnswers = async ({ api, sessionId, signal }: Reading): Promise<WholeRoster> => {
  const all: WholeRoster = { records: [], enrolled: [] };
  let after: string | undefined;
  do {
    const query = { sessionId, ...(after && { after }) };
    const answer = await api.call(routes.attendance.getRoster, { query, signal });
    const { records, enrolled } = partsOf(answer);
    all.records.push(...records);
    all.enrolled.push(...enrolled);
    after = answer.next;
  } while (after);
  return all;
};

const readPages = async <Item>(
  read: (query: { limit: number; cursor?: string }) => Promise<{ items: Item[]; nextCursor?: string }>,
): Promise<Item[]> => {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: PAGE_SIZE.max, ...(cursor && { cursor }) });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return all;
};

const readLists = async ({ api, sessionId, courseId, signal }: Reading): Promise<WholeRoster> => {
  const records = await readPages((query) =>
    api.page(routes.attendance.listAttendance, { query: { sessionId, ...query }, signal }),
  );
  const params = courseId === undefined ? undefined : { id: courseId };
  const rates = params
    ? await readPages((query) => api.page(routes.attendance.listStudentRates, { params, query, signal }))
    : [];
  return { records, enrolled: rates.map(({ student, enrolledAt }) => ({ student, enrolledAt })) };
};

/**
 * Reads a session's roster. While the attendance service is upgraded, one of version 1.0 may be asked, which has the two
 * lists alone.
 */
export const readRoster = (reading: Reading): Promise<WholeRoster> =>
  readAnswers(reading).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return readLists(reading);
    throw error;
  });
