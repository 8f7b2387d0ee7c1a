import { escapeLiteral } from 'pg';
import { cell } from './csv-report.ts';

/** PostgreSQL answers 1,664 columns at most; no course has so many sessions. */
const MAX_SESSIONS = 1_500;

/** The sessions of a course that have begun and were not canceled, newest first. */
export const GRID_SESSIONS = `
  SELECT id, start_time AS "startTime" FROM sessions
   WHERE course_id = $1 AND canceled_at IS NULL AND start_time <= now()
   ORDER BY start_time DESC, id DESC LIMIT ${MAX_SESSIONS}`;

/** Columns before those of the sessions. */
export const gridColumns = ({ regNo, usn }: { regNo: string; usn: string }): string[] => [
  ...['Student', 'Email', regNo, usn],
  ...['Present', 'Late', 'Absent', 'Excused', 'Attendance %'],
];

/** As `percentage` in rules/rates.ts. */
const RATE = `
  round(100.0 * (t.counted_present + t.counted_late)
        / nullif(t.counted_present + t.counted_late + t.counted_absent, 0), 1)`;

/** Copies the grid of a course, a student a line, by name; its values are ids that were read before. */
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
        LEFT JOIN (SELECT student_id, jsonb_object_agg(session_id, status) AS marks FROM attendance
                    WHERE session_id = ANY (ARRAY[${sessionIds.map((id) => escapeLiteral(id)).join(', ')}]::text[])
                      AND NOT canceled
                    GROUP BY student_id) AS g ON g.student_id = e.student_id
       WHERE e.course_id = ${course} AND e.active
       ORDER BY p.name, p.id
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
