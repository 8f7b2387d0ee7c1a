import type { AttendanceStatus } from '@qr-attendance/contracts';
import { escapeLiteral } from 'pg';

export interface RecordFilter {
  /** Exactly one of `studentId` and `teacherId` is set. */
  studentId?: string;
  teacherId?: string;
  ofStudent?: string | undefined;
  sessionId?: string | undefined;
  courseId?: string | undefined;
  status?: AttendanceStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  needsReview?: 'true' | undefined;
}

export interface RecordPosition {
  startTime: string;
  sessionId: string;
  studentId: string;
}

/** PostgreSQL parses years like 0000 differently from ISO 8601; a `Date` avoids that. */
export const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** A condition that each row is tested by, and that no index is chosen for. */
const aside = (condition: string) => `(${condition}) IS TRUE`;

/**
 * Builds the condition on rows `a` of `current_records`; `after` continues where a page ended. Canceled sessions
 * appear in their own list alone. Subqueries hide values from the planner, which otherwise prefers a new plan each
 * time.
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
  add(filter.studentId, (p) => `a.student_id = (SELECT ${p}::uuid)`);
  // One index is to be read in order: of the records that wait for review, of a course, or of a teacher.
  const isOfCourse = filter.courseId !== undefined && !filter.needsReview;
  add(filter.teacherId, (p) =>
    isOfCourse ? aside(`a.teacher_id = ${p}`) : `a.teacher_id = (SELECT ${p}::uuid)`,
  );
  add(filter.ofStudent, (p) => `a.student_id = ${p}`);
  add(filter.sessionId, (p) => `a.session_id = ${p}`);
  add(filter.courseId, (p) => (filter.needsReview ? aside(`a.course_id = ${p}`) : `a.course_id = ${p}`));
  // A literal lets the planner use a partial index.
  const status = filter.status && `a.status = ${escapeLiteral(filter.status)}`;
  if (status) conditions.push(isOfCourse ? aside(status) : status);
  add(momentOf(filter.from), (p) => `a.start_time >= ${p}`);
  add(momentOf(filter.to), (p) => `a.start_time <= ${p}`);
  if (filter.sessionId === undefined) conditions.push('NOT a.canceled');
  if (filter.needsReview) conditions.push('a.to_review');
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

/** The order of lists: by start of the session, newest first, then by student. Indexes of `records` have it. */
export const NEWEST_FIRST = 'a.start_time DESC, a.session_id DESC, a.student_id';
