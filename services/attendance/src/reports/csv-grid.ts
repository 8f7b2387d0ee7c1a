import { escapeLiteral } from 'pg';
import { countsOfStudents, STUDENT_COUNTS } from '../attendance/statements.ts';
import { array, cell } from './csv-report.ts';

/** PostgreSQL returns at most 1,664 columns. */
export const MAX_GRID_SESSIONS = 1_500;

export const gridColumns = ({ regNo, usn }: { regNo: string; usn: string }): string[] => [
  ...['Student', 'Email', regNo, usn],
  ...['Present', 'Late', 'Absent', 'Excused', 'Attendance %'],
];

/** The same as `percentage` in rules/rates.ts. */
const RATE = `
  round(100.0 * (t.counted_present + t.counted_late)
        / nullif(t.counted_present + t.counted_late + t.counted_absent, 0), 1)`;

export interface WantedGrid {
  courseId: string;
  sessionIds: string[];
  /** The current sections of the students. */
  sectionIds: string[] | undefined;
  /** Only what happened in these sections. */
  onlySections: string[] | undefined;
}
const anyOf = (column: string, ids: string[] | undefined): string =>
  ids ? `${column} = ANY (${array(ids, 'text')})` : 'true';

export const copyGrid = ({ courseId, sessionIds, sectionIds, onlySections }: WantedGrid): string => {
  const course = escapeLiteral(courseId);
  const sessions = sessionIds.map((id) => `g.marks ->> ${escapeLiteral(id)}`);
  const counts = countsOfStudents('current_', course, onlySections && array(onlySections, 'text'));
  const facts = ['p.name', 'p.email', 'p.reg_no', 'p.usn'].map(cell);
  return `
    COPY (
      SELECT ${[...facts, STUDENT_COUNTS, RATE, ...sessions].join(', ')}
        FROM members e
        JOIN people p ON p.id = e.student_id
        LEFT JOIN (${counts}) AS t ON t.student_id = e.student_id
        LEFT JOIN (SELECT student_id, jsonb_object_agg(session_id, status) AS marks FROM current_records
                    WHERE session_id = ANY (${array(sessionIds, 'text')}) AND course_id = ${course} AND NOT canceled
                      AND ${anyOf('section_id', onlySections)}
                    GROUP BY student_id) AS g ON g.student_id = e.student_id
       WHERE e.course_id = ${course} AND e.active AND ${anyOf('e.section_id', sectionIds)}
       ORDER BY p.name, p.id
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
