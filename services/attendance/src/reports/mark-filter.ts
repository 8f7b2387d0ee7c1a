import type { AttendanceStatus } from '@qr-attendance/contracts';

/** Which marks a list, its totals and its export are about. */
export interface MarkFilter {
  /** Exactly one of the two: whose marks these are, or whose courses they belong to. */
  studentId?: string;
  teacherId?: string;
  sessionId?: string | undefined;
  courseId?: string | undefined;
  status?: AttendanceStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  needsReview?: 'true' | undefined;
}

/** Where a page ended. */
export interface MarkPosition {
  markedAt: string;
  id: string;
}

/** PostgreSQL reads a year like 0000 differently than ISO 8601 does; as a `Date` it is told the same. */
export const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Tested on each row that was found, but nothing to find rows by. */
const aside = (condition: string) => `(${condition}) IS TRUE`;

/**
 * The condition on `marks m` that chooses what `filter` names, with its values; `after` goes on where a page ended. A session,
 * or else a student, has few marks, and the server would join all of a teacher's or of a course's to them if it could: that
 * the two belong together is more than it knows.
 */
export const chooseMarks = (
  filter: MarkFilter,
  after?: MarkPosition,
): { condition: string; values: unknown[] } => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  const isFew = filter.sessionId !== undefined || filter.studentId !== undefined;
  const wide = (condition: string) => (isFew ? aside(condition) : condition);
  add(filter.studentId, (p) => `m.student_id = ${p}`);
  add(filter.teacherId, (p) => wide(`m.teacher_id = ${p}`));
  add(filter.sessionId, (p) => `m.session_id = ${p}`);
  add(filter.courseId, (p) => wide(`m.course_id = ${p}`));
  add(filter.status, (p) => wide(`m.status = ${p}`));
  add(momentOf(filter.from), (p) => `m.marked_at >= ${p}`);
  add(momentOf(filter.to), (p) => `m.marked_at <= ${p}`);
  if (filter.needsReview) conditions.push('m.needs_review');
  if (after) {
    const markedAt = values.push(momentOf(after.markedAt));
    const id = values.push(after.id);
    conditions.push(`(m.marked_at, m.id) < ($${markedAt}::timestamptz, $${id}::uuid)`);
  }
  return { condition: conditions.join(' AND '), values };
};

/** Leaves out marks that count nowhere, as their session was canceled. */
export const COUNTS = `m.canceled_status IS NULL`;

/** Newest first; the order that positions and indexes follow. */
export const NEWEST_FIRST = 'm.marked_at DESC, m.id DESC';
