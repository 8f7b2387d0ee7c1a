import type { StudentInfo, StudentRate } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import {
  countsOfStudents,
  findStaleSessions,
  pushStaleSessions,
} from '../../core/records/current-records.ts';
import { areInSections, wereInSections } from '../../core/sessions/session-conditions.ts';
import { STUDENT_COUNTS } from '../../core/recounts/counts.ts';
import { isoMoment } from '../../db/sql.ts';
import { studentInfo } from '../../projections/student-info.ts';
import { searchCondition } from './search-condition.ts';
import { type Totals, percentage } from '../../core/records/rules/rates.ts';

export interface StudentTotals extends Totals {
  student: StudentInfo;
  enrolledAt: string;
  sectionId: string | null;
}

export interface StudentRatesFilter {
  courseId: string;
  search?: string | undefined;
  /** The current sections of the students; with `onlySections`, also their former sections. */
  sectionIds?: string[] | undefined;
  /** Counts only classes of these sections. */
  onlySections?: string[] | undefined;
  after?: string | undefined;
}

export const TOTALS = `
  ${studentInfo('p.id')} AS student, ${isoMoment('e.enrolled_at')} AS "enrolledAt", e.section_id AS "sectionId", ${STUDENT_COUNTS}`;

export const toStudentRate = ({ sectionId, ...totals }: StudentTotals): StudentRate => ({
  ...totals,
  ...(sectionId !== null && { sectionId }),
  attendancePercentage: percentage(totals),
});

export const listStudentRates = async (
  pool: Pool,
  { courseId, search, sectionIds, onlySections, after }: StudentRatesFilter,
  limit: number,
): Promise<StudentRate[]> => {
  const staleSessions = await findStaleSessions(pool, { courseId });
  const values: unknown[] = [courseId, limit];
  let conditions = searchCondition(search, values);
  if (sectionIds)
    conditions += ` AND ${(onlySections ? wereInSections : areInSections)(`$${values.push(sectionIds)}::text[]`)}`;
  if (after)
    conditions += ` AND (p.name, p.id) > (SELECT name, id FROM people WHERE id = $${values.push(after)})`;
  const stale = pushStaleSessions(values, staleSessions);
  const counts = countsOfStudents(stale, '$1', onlySections && `$${values.push(onlySections)}`);
  const { rows } = await pool.query<StudentTotals>(
    `SELECT ${TOTALS}
       FROM members e
       JOIN people p ON p.id = e.student_id
       LEFT JOIN (${counts}) AS t ON t.student_id = e.student_id
      WHERE e.course_id = $1 AND e.active${conditions}
      ORDER BY p.name, p.id LIMIT $2`,
    values,
  );
  return rows.map(toStudentRate);
};
