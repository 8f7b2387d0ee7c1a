import { searchWords, type StudentRate } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { findTeacher } from '../projections/ask-owner.ts';
import { COUNT_BY_STATUS } from '../reports/mark-totals.ts';
import { type Totals, percentage } from './rules/rates.ts';
import { MARKS_OF_UNENDED } from './unended-sessions.ts';

/** An enrolled student with his or her marks in a course, counted. */
export interface StudentTotals extends Totals {
  id: string;
  name: string;
  email: string;
  usn: string | null;
  reg_no: string | null;
  enrolled_at: Date;
}

export interface StudentTotalsFilter {
  courseId: string;
  /** Words that occur in name, address, USN or registration number, whatever their case and accents. */
  search?: string | undefined;
  /** Id of the last student of the page before. */
  after?: string | undefined;
}

/** Whether all of the words `parameter` occur in what a student is found by, which is folded once for all of them. */
const hasWords = (parameter: string): string => `
  (SELECT bool_and(strpos(found.text, word) > 0)
     FROM (SELECT fold_for_search(concat_ws(' ', p.name, p.email, p.usn, p.reg_no)) AS text OFFSET 0) AS found,
          unnest(${parameter}::text[]) AS word)`;

/** How often a student `t` came to sessions of a course that have ended; `o`: marks of those that have not. */
export const COUNTED = ['present', 'late', 'absent', 'excused']
  .map((status) => `coalesce(t.${status}, 0) - coalesce(o.${status}, 0) AS ${status}`)
  .join(', ');

/** Those marks by student of the course `$1`; a condition may follow, and what groups them is to. */
export const UNENDED_COUNTS = `
  SELECT m.student_id, ${COUNT_BY_STATUS} FROM ${MARKS_OF_UNENDED} WHERE s.course_id = $1 AND s.active`;

/** Those enrolled now, by name; `limit` rows at most. */
export const makeListStudentTotals =
  (pool: Pool) =>
  async ({ courseId, search, after }: StudentTotalsFilter, limit: number): Promise<StudentTotals[]> => {
    const values: unknown[] = [courseId, limit];
    let conditions = '';
    const words = searchWords(search ?? '');
    if (words.length > 0) conditions += ` AND ${hasWords(`$${values.push(words)}`)}`;
    if (after)
      conditions += ` AND (p.name, p.id) > (SELECT name, id FROM people WHERE id = $${values.push(after)})`;
    const { rows } = await pool.query<StudentTotals>(
      `SELECT p.id, p.name, p.email, p.usn, p.reg_no, e.enrolled_at, ${COUNTED}
         FROM enrolments e
         JOIN people p ON p.id = e.student_id
         LEFT JOIN student_course_totals t ON t.student_id = e.student_id AND t.course_id = e.course_id
         LEFT JOIN (${UNENDED_COUNTS} GROUP BY m.student_id) AS o ON o.student_id = e.student_id
        WHERE e.course_id = $1 AND e.active${conditions}
        ORDER BY p.name, p.id LIMIT $2`,
      values,
    );
    return rows;
  };

export const toStudentRate = (found: StudentTotals): StudentRate => {
  const { usn, reg_no: regNo, enrolled_at: enrolledAt, id, name, email, ...totals } = found;
  return {
    student: { _id: id, name, email, ...(usn && { usn }), ...(regNo && { regNo }) },
    enrolledAt: enrolledAt.toISOString(),
    ...totals,
    attendancePercentage: percentage(totals),
  };
};

/** How often each student of a teacher's own course came. */
export const listStudentRates = async (
  context: Pick<Context, 'courses' | 'owners' | 'projections' | 'listStudentTotals'>,
  teacherId: string,
  filter: StudentTotalsFilter,
  limit: number,
): Promise<StudentRate[]> => {
  if ((await findTeacher(context, filter.courseId)) !== teacherId) throw notFound('Course');
  const students = await context.listStudentTotals(filter, limit);
  return students.map(toStudentRate);
};
