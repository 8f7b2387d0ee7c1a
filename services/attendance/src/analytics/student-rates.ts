import { searchWords, type StudentRate } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { findTeacher } from '../projections/ask-owner.ts';
import { type Totals, percentage } from './rules/rates.ts';

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
      `SELECT p.id, p.name, p.email, p.usn, p.reg_no, e.enrolled_at, coalesce(t.present, 0) AS present, coalesce(t.late, 0) AS late,
              coalesce(t.absent, 0) AS absent, coalesce(t.excused, 0) AS excused
         FROM enrolments e
         JOIN people p ON p.id = e.student_id
         LEFT JOIN student_course_totals t ON t.student_id = e.student_id AND t.course_id = e.course_id
        WHERE e.course_id = $1 AND e.active${conditions}
        ORDER BY p.name, p.id LIMIT $2`,
      values,
    );
    return rows;
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
  return students.map(({ usn, reg_no: regNo, enrolled_at: enrolledAt, id, name, email, ...totals }) => ({
    student: { _id: id, name, email, ...(usn && { usn }), ...(regNo && { regNo }) },
    enrolledAt: enrolledAt.toISOString(),
    ...totals,
    attendancePercentage: percentage(totals),
  }));
};
