import type { Actor, Roster, StudentInfo } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import type { Attendance } from '../attendance/create-attendance.ts';
import { inSections } from '../attendance/statements.ts';
import { isoMoment } from '../db/sql.ts';
import type { Owners, StaffedSession } from '../projections/owners.ts';
import { studentInfo } from '../projections/student-info.ts';
import { onlyIn, visibleValues } from '../projections/visible.ts';

/** All students of any but the largest classes. */
const MAX_ENTRIES = 2_000;

interface Listed {
  student: StudentInfo;
  enrolledAt: string | null;
  courseId: string;
  sectionId: string | null;
}

const listRoster = async (
  pool: Pool,
  { id, visible }: Pick<StaffedSession, 'id' | 'visible'>,
  after: string | undefined,
  limit: number,
): Promise<Listed[]> => {
  const { rows } = await pool.query<Listed>({
    name: 'roster',
    text: `
      SELECT ${studentInfo('l.student_id')} AS student, ${isoMoment('e.enrolled_at')} AS "enrolledAt",
             coalesce(x.course_id, t.course_id) AS "courseId", coalesce(x.section_id, e.section_id) AS "sectionId"
        FROM (SELECT s.id AS session_id, m.student_id FROM sessions s JOIN members m ON ${inSections('m')}
               WHERE s.id = $1 AND m.active
               UNION SELECT session_id, student_id FROM attendance WHERE session_id = $1) AS l
        JOIN sessions t ON t.id = $1
        LEFT JOIN people p ON p.id = l.student_id
        LEFT JOIN session_students x ON x.session_id = $1 AND x.student_id = l.student_id
        LEFT JOIN members e ON e.course_id = coalesce(x.course_id, t.course_id) AND e.student_id = l.student_id AND e.active
       WHERE ($2::uuid IS NULL OR l.student_id > $2) AND ${onlyIn('l', '$4', '$5')}
       ORDER BY l.student_id LIMIT $3`,
    values: [id, after, limit, ...visibleValues(visible)],
  });
  return rows;
};

export interface ReadingRoster {
  pool: Pool;
  owners: Pick<Owners, 'findSessionFor'>;
  attendance: Pick<Attendance, 'records'>;
}

export const readRoster = async (
  { pool, owners, attendance }: ReadingRoster,
  caller: Actor,
  { sessionId, after }: { sessionId: string; after?: string | undefined },
): Promise<Roster> => {
  const session = await owners.findSessionFor(sessionId, caller, 'readCourse');
  const found = await listRoster(pool, session, after, MAX_ENTRIES + 1);
  const listed = found.slice(0, MAX_ENTRIES);
  const marks = await attendance.records.findSome(
    sessionId,
    listed.map(({ student }) => student._id),
  );
  const markOf = new Map(
    marks.map(({ record: { student, session: _ofAll, ...mark } }) => [student._id, mark] as const),
  );
  const last = found.length > MAX_ENTRIES ? listed.at(-1) : undefined;
  return {
    ...(marks[0] && { session: marks[0].record.session }),
    entries: listed.map(({ student, enrolledAt, courseId, sectionId }) => {
      const mark = markOf.get(student._id);
      return {
        student,
        ...(enrolledAt !== null && { enrolledAt }),
        ...(session.courseIds.length > 1 && { courseId }),
        ...(sectionId !== null && { sectionId }),
        ...(mark && { mark }),
      };
    }),
    ...(last && { next: last.student._id }),
  };
};
