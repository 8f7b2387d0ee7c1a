import type { HistoryLine, MarkFacts } from './rules/commitment.ts';

const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns of the line `a`, as they are committed to. */
export const LINE = `
  a.id, a.mark_id AS "markId", ${moment('a.at')} AS at, ${moment('a.written_at')} AS "writtenAt", a.action, a.cause,
  a.actor_id AS "actorId", a.from_status AS "fromStatus", a.to_status AS "toStatus"`;

/** The facts of a mark, of the columns of an opening `o` or of the mark `m`. */
export const factsOf = (table: 'o' | 'm'): string => `
  ${table}.session_id AS "sessionId", ${table}.student_id AS "studentId", ${moment(`${table}.marked_at`)} AS "markedAt"`;

export type LineRow = HistoryLine & MarkFacts;
