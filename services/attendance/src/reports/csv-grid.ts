import { escapeLiteral } from 'pg';
import { cell } from './csv-report.ts';

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

export const copyGrid = (courseId: string, sessionIds: string[]): string => {
  const course = escapeLiteral(courseId);
  const sessions = sessionIds.map((id) => `g.marks ->> ${escapeLiteral(id)}`);
  const counts = ['present', 'late', 'absent', 'excused'].map((status) => `coalesce(t.counted_${status}, 0)`);
  const facts = ['p.name', 'p.email', 'p.reg_no', 'p.usn'].map(cell);
  return `
    COPY (
      SELECT ${[...facts, ...counts, RATE, ...sessions].join(', ')}
        FROM members e
        JOIN people p ON p.id = e.student_id
        LEFT JOIN (SELECT * FROM current_member_counts WHERE course_id = ${course}) AS t ON t.student_id = e.student_id
        LEFT JOIN (SELECT student_id, jsonb_object_agg(session_id, status) AS marks FROM current_records
                    WHERE session_id = ANY (ARRAY[${sessionIds.map((id) => escapeLiteral(id)).join(', ')}]::text[])
                      AND NOT canceled
                    GROUP BY student_id) AS g ON g.student_id = e.student_id
       WHERE e.course_id = ${course} AND e.active
       ORDER BY p.name, p.id
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
