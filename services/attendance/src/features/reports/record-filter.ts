import type { AttendanceStatus, PermittedCourses } from '@qr-attendance/contracts';
import { escapeLiteral } from 'pg';
import { scanMoment } from '../../core/records/current-records.ts';
import { momentOf } from '../../db/sql.ts';

export interface RecordFilter {
  /** Exactly one of `studentId` and `courseIds` is set: the records of a student, or those of courses. */
  studentId?: string;
  courseIds?: string[];
  only?: PermittedCourses['only'];
  sectionId?: string | undefined;
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

/**
 * Builds the condition on rows `a` of `currentRecords`; `after` continues after a page. Canceled sessions
 * appear only in their own list. Subqueries hide values from the planner, which otherwise prefers a new plan
 * each time.
 * @param ofCourses replaces the condition on the courses
 */
export const chooseRecords = (
  filter: RecordFilter,
  after?: RecordPosition,
  ofCourses?: string,
): { condition: string; values: unknown[] } => {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(filter.studentId, (p) => `a.student_id = (SELECT ${p}::uuid)`);
  if (ofCourses) conditions.push(ofCourses);
  else add(filter.courseIds, (p) => `a.course_id = ANY (${p}::text[])`);
  const { only } = filter;
  if (only) {
    const [courseIds, sectionIds] = [only.courseIds, only.sectionIds].map((ids) => `$${values.push(ids)}`);
    conditions.push(
      `(a.course_id <> ALL (${courseIds}::text[]) OR a.section_id = ANY (${sectionIds}::text[]))`,
    );
  }
  add(filter.sectionId, (p) => `a.section_id = ${p}`);
  add(filter.ofStudent, (p) => `a.student_id = ${p}`);
  add(filter.sessionId, (p) => `a.session_id = ${p}`);
  add(filter.courseId, (p) => `a.course_id = ${p}`);
  // A literal lets the planner use a partial index.
  if (filter.status) conditions.push(`a.status = ${escapeLiteral(filter.status)}`);
  add(momentOf(filter.from), (p) => `a.start_time >= ${p}`);
  add(momentOf(filter.to), (p) => `a.start_time <= ${p}`);
  if (filter.sessionId === undefined) conditions.push('NOT a.canceled');
  if (filter.needsReview) conditions.push('a.to_review');
  // Students see flags only after the session.
  if (filter.needsReview && filter.studentId !== undefined) conditions.push('a.ended');
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

/** The order of lists: newest session first, then by student. Indexes of `records` match it. */
export const NEWEST_FIRST = 'a.start_time DESC, a.session_id DESC, a.student_id';

const ARRIVAL = `coalesce(${scanMoment('a')}, a.start_time) DESC`;
/**
 * The newest scans of the newest sessions. The index of NEWEST_FIRST finds the sessions, and only their records are
 * sorted.
 */
export const NEWEST_SCANS = `a.start_time DESC, a.session_id DESC, ${ARRIVAL}, a.student_id`;
/** Sessions may overlap, so the chosen records are sorted by the time that pages show. */
export const BY_ARRIVAL = `${ARRIVAL}, a.start_time DESC, a.student_id`;
