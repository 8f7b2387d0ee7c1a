import type { HistoryLine } from './rules/commitment.ts';

const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns of the audit entry `a`, as they are committed to. */
export const LINE = `
  a.id, a.session_id AS "sessionId", a.course_id AS "courseId", a.student_id AS "studentId", ${moment('a.at')} AS at,
  ${moment('a.written_at')} AS "writtenAt", a.action, a.actor_id AS "actorId", a.from_status AS "fromStatus",
  a.to_status AS "toStatus", a.details::text AS details`;

export type LineRow = HistoryLine;
