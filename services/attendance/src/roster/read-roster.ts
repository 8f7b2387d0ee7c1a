import type { Roster } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { findSessionOf } from '../sessions/find-own-session.ts';

/** So many students are in one answer: all of any but the largest classes. */
const ANSWERED = 2_000;

interface Listed {
  id: string;
  name: string | null;
  email: string | null;
  usn: string | null;
  reg_no: string | null;
  enrolled_at: Date | null;
}

/** Who is enrolled in a course or has a mark in one of its sessions, by id; `limit` rows at most. */
export const makeListRoster =
  (pool: Pool) =>
  async (
    { id, courseId }: { id: string; courseId: string },
    after: string | undefined,
    limit: number,
  ): Promise<Listed[]> => {
    const { rows } = await pool.query<Listed>({
      name: 'roster',
      text: `
        SELECT l.student_id AS id, p.name, p.email, p.usn, p.reg_no, e.enrolled_at
          FROM (SELECT student_id FROM enrolments WHERE course_id = $1 AND active
                 UNION SELECT student_id FROM marks WHERE session_id = $2) AS l
          LEFT JOIN people p ON p.id = l.student_id
          LEFT JOIN enrolments e ON e.course_id = $1 AND e.student_id = l.student_id AND e.active
         WHERE $3::uuid IS NULL OR l.student_id > $3
         ORDER BY l.student_id LIMIT $4`,
      values: [courseId, id, after, limit],
    });
    return rows;
  };

/** Everybody who is enrolled or has a mark in a teacher's own session, with the mark. @throws DomainError (not_found) */
export const readRoster = async (
  context: Pick<Context, 'sessions' | 'owners' | 'projections' | 'listRoster' | 'records'>,
  teacherId: string,
  { sessionId, after }: { sessionId: string; after?: string | undefined },
): Promise<Roster> => {
  const session = await findSessionOf(context, sessionId, teacherId);
  const found = await context.listRoster(session, after, ANSWERED + 1);
  const listed = found.slice(0, ANSWERED);
  const records = await context.records.ofStudentsInSession(
    sessionId,
    listed.map(({ id }) => id),
  );
  const markOf = new Map(
    records.map(({ student, session: _ofAll, ...mark }) => [student._id, mark] as const),
  );
  const last = found.length > ANSWERED ? listed.at(-1) : undefined;
  return {
    ...(records[0] && { session: records[0].session }),
    entries: listed.map(({ id, name, email, usn, reg_no: regNo, enrolled_at: enrolledAt }) => {
      const mark = markOf.get(id);
      return {
        student: {
          _id: id,
          name: name ?? '',
          email: email ?? '',
          ...(usn && { usn }),
          ...(regNo && { regNo }),
        },
        ...(enrolledAt && { enrolledAt: enrolledAt.toISOString() }),
        ...(mark && { mark }),
      };
    }),
    ...(last && { next: last.id }),
  };
};
