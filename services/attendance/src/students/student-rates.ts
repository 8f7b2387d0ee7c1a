import { searchWords, type StudentRate } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { prefixFor } from '../attendance/pending.ts';
import { type Totals, percentage } from '../rules/rates.ts';
import { type StudentRow, toStudentInfo } from '../projections/student-info.ts';

export interface StudentTotals extends Totals, StudentRow {
  id: string;
  enrolled_at: Date;
  section_id: string | null;
}

export interface StudentTotalsFilter {
  courseId: string;
  search?: string | undefined;
  /** The current sections of the students. */
  sectionIds?: string[] | undefined;
  /** Counts only what happened in these sections. */
  onlySections?: string[] | undefined;
  after?: string | undefined;
}

/** The counts of each student in course `$1`: all, or only those of what happened in the sections of `parameter`. */
export const countsOfStudents = (prefix: string, parameter: string | undefined): string =>
  parameter === undefined
    ? `SELECT * FROM ${prefix}member_counts WHERE course_id = $1`
    : `SELECT student_id, ${['present', 'late', 'absent', 'excused']
        .map(
          (status) => `count(*) FILTER (WHERE status = '${status.toUpperCase()}')::int AS counted_${status}`,
        )
        .join(', ')}
         FROM ${prefix}records WHERE course_id = $1 AND counts AND section_id = ANY (${parameter}::text[])
        GROUP BY student_id`;

/** The searched text is folded once for all words. */
const hasWords = (parameter: string): string => `
  (SELECT bool_and(strpos(found.text, word) > 0)
     FROM (SELECT fold_for_search(concat_ws(' ', p.name, p.email, p.usn, p.reg_no)) AS text OFFSET 0) AS found,
          unnest(${parameter}::text[]) AS word)`;

export const COUNTED = ['present', 'late', 'absent', 'excused']
  .map((status) => `coalesce(t.counted_${status}, 0) AS ${status}`)
  .join(', ');

export const createListStudentTotals =
  (pool: Pool) =>
  async (
    { courseId, search, sectionIds, onlySections, after }: StudentTotalsFilter,
    limit: number,
  ): Promise<StudentTotals[]> => {
    const prefix = await prefixFor(pool, { courseId });
    const values: unknown[] = [courseId, limit];
    let conditions = '';
    const words = searchWords(search ?? '');
    if (words.length > 0) conditions += ` AND ${hasWords(`$${values.push(words)}`)}`;
    if (sectionIds) conditions += ` AND e.section_id = ANY ($${values.push(sectionIds)}::text[])`;
    if (after)
      conditions += ` AND (p.name, p.id) > (SELECT name, id FROM people WHERE id = $${values.push(after)})`;
    const counts = countsOfStudents(prefix, onlySections && `$${values.push(onlySections)}`);
    const { rows } = await pool.query<StudentTotals>(
      `SELECT p.id, p.name, p.email, p.usn, p.reg_no, p.registered, e.enrolled_at, e.section_id, ${COUNTED}
         FROM members e
         JOIN people p ON p.id = e.student_id
         LEFT JOIN (${counts}) AS t ON t.student_id = e.student_id
        WHERE e.course_id = $1 AND e.active${conditions}
        ORDER BY p.name, p.id LIMIT $2`,
      values,
    );
    return rows;
  };

export const toStudentRate = (found: StudentTotals): StudentRate => {
  const { id, present, late, absent, excused } = found;
  const totals = { present, late, absent, excused };
  return {
    student: toStudentInfo(id, found),
    enrolledAt: found.enrolled_at.toISOString(),
    ...(found.section_id !== null && { sectionId: found.section_id }),
    ...totals,
    attendancePercentage: percentage(totals),
  };
};
export type ListStudentTotals = ReturnType<typeof createListStudentTotals>;
