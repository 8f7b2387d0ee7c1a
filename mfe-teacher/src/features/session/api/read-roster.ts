import { routes, type AttendanceRecord, type Roster } from '@qr-attendance/contracts';
import type { ApiClient } from '@qr-attendance/web-kit';
import type { EnrolledStudent } from '../roster-rows.ts';

export interface WholeRoster {
  records: AttendanceRecord[];
  enrolled: EnrolledStudent[];
}

interface Reading {
  api: ApiClient;
  sessionId: string;
  signal: AbortSignal;
}

const partsOf = ({ session, entries }: Roster): WholeRoster => ({
  records: session
    ? entries.flatMap(({ student, mark }) => (mark ? [{ ...mark, student, session }] : []))
    : [],
  enrolled: entries.flatMap(({ student, enrolledAt, courseId, sectionId }) =>
    enrolledAt ? [{ student, enrolledAt, courseId, sectionId }] : [],
  ),
});

export const readRoster = async ({ api, sessionId, signal }: Reading): Promise<WholeRoster> => {
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
