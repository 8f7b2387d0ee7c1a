import type { AttendanceStatus } from '@qr-attendance/contracts';
import { NEEDS_REVIEW } from '../attendance/flags.ts';

/** The records that a list, its totals and its export are about. */
export interface RecordFilter {
  /** Exactly one of the two: the student whose records these are, or the teacher of the courses they belong to. */
  studentId?: string;
  teacherId?: string;
  /** One student of the teacher's. */
  ofStudent?: string | undefined;
  sessionId?: string | undefined;
  courseId?: string | undefined;
  status?: AttendanceStatus | undefined;
  /** First and last moment at which a session starts, both included. */
  from?: string | undefined;
  to?: string | undefined;
  needsReview?: 'true' | undefined;
}

/** Where a page ended. */
export interface RecordPosition {
  startTime: string;
  sessionId: string;
  studentId: string;
}

/** PostgreSQL reads a year like 0000 differently than ISO 8601 does; as a `Date` it is read the same. */
export const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Skips sessions that a count of whose records says have none of the kind, unless the count is being made again. */
const hasAny = (column: string) => `
  (EXISTS (SELECT FROM session_counts n WHERE n.session_id = a.session_id AND n.${column} > 0)
   OR EXISTS (SELECT FROM recounts q WHERE q.session_id = a.session_id)
   OR EXISTS (SELECT FROM recounts q WHERE q.course_id = a.course_id AND q.session_id IS NULL))`;

/**
 * The condition on rows `a` of the view that chooses what `filter` names, with its values; `after` continues where a page ended.
 * Canceled sessions are in the list of that session alone. Subqueries hide values from the planner, to which a plan for these very
 * values seems cheaper each time than the one that it keeps; planning takes longer than reading.
 */
export const chooseRecords = (
  filter: RecordFilter,
  after?: RecordPosition,
): { condition: string; values: unknown[] } => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(
    filter.studentId,
    (p) => `a.student_id = (SELECT ${p}::uuid)
    AND a.course_id = ANY (ARRAY(SELECT o.course_id FROM members o WHERE o.student_id = ${p}))`,
  );
  add(filter.teacherId, (p) => `a.teacher_id = (SELECT ${p}::uuid)`);
  add(filter.ofStudent, (p) => `a.student_id = ${p}`);
  add(filter.sessionId, (p) => `a.session_id = ${p}`);
  add(filter.courseId, (p) => `a.course_id = ${p}`);
  add(filter.status, (p) => `a.status = ${p}`);
  // One student's sessions are looked up each anyway.
  if (
    filter.status &&
    filter.status !== 'PRESENT' &&
    !filter.studentId &&
    !filter.ofStudent &&
    !filter.sessionId
  )
    conditions.push(hasAny(filter.status.toLowerCase()));
  add(momentOf(filter.from), (p) => `a.start_time >= ${p}`);
  add(momentOf(filter.to), (p) => `a.start_time <= ${p}`);
  if (filter.sessionId === undefined) conditions.push('NOT a.canceled');
  if (filter.needsReview) conditions.push(`${hasAny('to_review')} AND ${NEEDS_REVIEW('a')}`);
  if (after) {
    const [start, session, student] = [momentOf(after.startTime), after.sessionId, after.studentId].map(
      (value) => `$${values.push(value)}`,
    );
    conditions.push(
      `a.start_time <= (SELECT ${start}::timestamptz)`,
      `(a.start_time < (SELECT ${start}::timestamptz) OR a.session_id < ${session}
        OR a.session_id = ${session} AND a.student_id > ${student}::uuid)`,
    );
  }
  return { condition: conditions.join(' AND '), values };
};

/** By the start of the session, newest first, then by student; an index on sessions has this order. */
export const NEWEST_FIRST = 'a.start_time DESC, a.session_id DESC, a.student_id';
