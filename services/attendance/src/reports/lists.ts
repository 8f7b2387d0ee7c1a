import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { type RecordRow, selectRecords, toRecord, toTeachersRecord } from '../attendance/records.ts';
import type { Totals } from '../attendance/rules/rates.ts';
import { COUNTS, sumsOf } from '../attendance/statements.ts';
import {
  chooseRecords,
  momentOf,
  NEWEST_FIRST,
  type RecordFilter,
  type RecordPosition,
} from './record-filter.ts';

interface Statement {
  /** Prepared, where it is always the same. */
  name?: string;
  text: string;
  values: unknown[];
}
const SUMS = sumsOf();

const countRecords = (filter: RecordFilter): Statement => {
  const { condition, values } = chooseRecords(filter);
  return { text: `SELECT ${COUNTS} FROM attendance a WHERE ${condition}`, values };
};

/** The counts of the teacher's sessions in a span. */
const sumSessions = ({ teacherId, courseId, from, to }: RecordFilter): Statement => ({
  name: 'sums-of-teacher',
  text: `SELECT ${SUMS} FROM current_session_counts
    WHERE teacher_id = $1 AND ($2::text IS NULL OR course_id = $2)
      AND ($3::timestamptz IS NULL OR start_time >= $3) AND ($4::timestamptz IS NULL OR start_time <= $4)`,
  values: [teacherId, courseId ?? null, momentOf(from) ?? null, momentOf(to) ?? null],
});

/** The student's counts of ended sessions, and the records of those that have not ended. */
const sumCourses = ({ studentId, courseId }: RecordFilter): Statement => ({
  name: 'sums-of-student',
  text: `SELECT ${SUMS} FROM (
     SELECT present, late, absent, excused FROM current_member_counts
      WHERE student_id = $1 AND ($2::text IS NULL OR course_id = $2)
      UNION ALL
     SELECT ${COUNTS} FROM attendance a
      WHERE a.student_id = $1 AND NOT a.ended AND NOT a.canceled
        AND a.course_id = ANY (ARRAY(SELECT o.course_id FROM members o WHERE o.student_id = $1))
        AND ($2::text IS NULL OR a.course_id = $2)) AS counted`,
  values: [studentId, courseId ?? null],
});

const choose = (filter: RecordFilter): Statement => {
  const { studentId, sessionId, from, to, needsReview } = filter;
  if (sessionId !== undefined || needsReview) return countRecords(filter);
  if (studentId === undefined) return sumSessions(filter);
  return from === undefined && to === undefined ? sumCourses(filter) : countRecords(filter);
};

const NONE: Totals = { present: 0, late: 0, absent: 0, excused: 0 };

/**
 * Lists without a narrower choice are asked for again and again: prepared statements, as planning one takes longer than
 * answering it. Each other choice is a statement of its own, and rare.
 */
const nameOfList = (
  { teacherId, studentId: _studentId, needsReview, status, ...narrower }: RecordFilter,
  after: RecordPosition | undefined,
): string | undefined =>
  Object.values(narrower).some((value) => value !== undefined)
    ? undefined
    : [
        `records-of-${teacherId === undefined ? 'student' : 'teacher'}`,
        ...(needsReview ? ['to-review'] : []),
        ...(status ? [status] : []),
        ...(after ? ['next'] : []),
      ].join('-');

export const createLists = (pool: Pool) => ({
  /** By session, newest first; `limit` rows at most. */
  list: async (filter: RecordFilter, limit: number, after?: RecordPosition): Promise<AttendanceRecord[]> => {
    const { condition, values } = chooseRecords(filter, after);
    const name = nameOfList(filter, after);
    const parameter = `$${values.push(limit)}`;
    // Hidden from the planner, to which a plan for this very number seems cheaper each time than the one that it keeps.
    const atMost = name ? `(SELECT ${parameter}::int)` : parameter;
    const page = `(SELECT * FROM attendance a WHERE ${condition} ORDER BY ${NEWEST_FIRST} LIMIT ${atMost})`;
    const text = `${selectRecords(page)} ORDER BY ${NEWEST_FIRST}`;
    const { rows } = await pool.query<RecordRow>({ ...(name && { name }), text, values });
    return rows.map(filter.teacherId ? toTeachersRecord : toRecord);
  },
  /** Records of a choice counted by status. */
  totals: async (filter: RecordFilter): Promise<Totals> => {
    const { rows } = await pool.query<Totals>(choose(filter));
    const totals = rows[0] ?? NONE;
    const only = filter.status?.toLowerCase() as keyof Totals | undefined;
    return only ? { ...NONE, [only]: totals[only] } : totals;
  },
});
export type Lists = ReturnType<typeof createLists>;
