import type { Actor, Roster } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import type { Records } from '../attendance/create-attendance.ts';
import { inSections } from '../attendance/statements.ts';
import type { Owners, StaffedSession } from '../projections/owners.ts';
import { type StudentRow, toStudentInfo } from '../projections/student-info.ts';
import { onlyIn, visibleValues } from '../projections/visible.ts';

/** All students of any but the largest classes. */
const MAX_ENTRIES = 2_000;

interface Listed extends StudentRow {
  id: string;
  enrolled_at: Date | null;
  course_id: string;
  section_id: string | null;
}

export const createListRoster =
  (pool: Pool) =>
  async (
    { id, visible }: Pick<StaffedSession, 'id' | 'visible'>,
    after: string | undefined,
    limit: number,
  ): Promise<Listed[]> => {
    const { rows } = await pool.query<Listed>({
      name: 'roster',
      text: `
        SELECT l.student_id AS id, p.name, p.email, p.usn, p.reg_no, p.registered, e.enrolled_at,
               coalesce(x.course_id, t.course_id) AS course_id, coalesce(x.section_id, e.section_id) AS section_id
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
  listRoster: ReturnType<typeof createListRoster>;
  owners: Pick<Owners, 'findSessionFor'>;
  records: Pick<Records, 'findSome'>;
}

export const readRoster = async (
  { listRoster, owners, records }: ReadingRoster,
  caller: Actor,
  { sessionId, after }: { sessionId: string; after?: string | undefined },
): Promise<Roster> => {
  const session = await owners.findSessionFor(sessionId, caller, 'readCourse');
  const found = await listRoster(session, after, MAX_ENTRIES + 1);
  const listed = found.slice(0, MAX_ENTRIES);
  const marks = await records.findSome(
    sessionId,
    listed.map(({ id }) => id),
  );
  const markOf = new Map(
    marks.map(({ record: { student, session: _ofAll, ...mark } }) => [student._id, mark] as const),
  );
  const last = found.length > MAX_ENTRIES ? listed.at(-1) : undefined;
  return {
    ...(marks[0] && { session: marks[0].record.session }),
    entries: listed.map((entry) => {
      const { id, enrolled_at: enrolledAt, course_id: courseId, section_id: sectionId, ...student } = entry;
      const mark = markOf.get(id);
      return {
        student: toStudentInfo(id, student),
        ...(enrolledAt && { enrolledAt: enrolledAt.toISOString() }),
        ...(session.courseIds.length > 1 && { courseId }),
        ...(sectionId !== null && { sectionId }),
        ...(mark && { mark }),
      };
    }),
    ...(last && { next: last.id }),
  };
};
