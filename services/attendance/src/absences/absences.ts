import { randomUUID } from 'node:crypto';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import type { Mark } from '../marking/rules/mark.ts';
import type { NewMark } from '../marking/write-marks.ts';
import { SELECT_MARK } from '../review/reviews.ts';

/** The event of the end normally has absences written at once; only what it did not bring about is owed. */
const OWED_AFTER_S = 10;
/** After this somebody else may try. */
export const CLAIM_S = 60;

/**
 * Whether the session `s` is of the time of the enrollment `e`: it did not end before the student joined, and is not of an
 * earlier day by the clock of the campus, whose zone is `$2`. The rule of `isBeforeJoining`, of which pages take it.
 */
export const JOINED_IN_TIME = `e.enrolled_at <= s.ended_at AND s.session_date >= (e.enrolled_at AT TIME ZONE $2)::date`;

/** Ended sessions, and who was absent. */
export const makeAbsences = (pool: Pool) => ({
  /** Students enrolled when an ended session ended, and not only since a later day, who have no mark in it. */
  findAbsentees: async (sessionId: string, campusTimeZone: string): Promise<string[]> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT e.student_id FROM sessions s
         JOIN enrolments e ON e.course_id = s.course_id AND e.active AND ${JOINED_IN_TIME}
        WHERE s.id = $1 AND NOT s.active AND s.canceled_at IS NULL
          AND NOT EXISTS (SELECT FROM marks m WHERE m.session_id = s.id AND m.student_id = e.student_id)
        ORDER BY e.student_id`,
      [sessionId, campusTimeZone],
    );
    return rows.map(({ student_id }) => student_id);
  },
  /**
   * Takes some sessions for this replica whose absences are not written yet, those first that have waited longest.
   * @returns their ids
   */
  claim: async (limit: number): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `UPDATE sessions SET absences_claimed_until = now() + make_interval(secs => $3)
        WHERE id = ANY(ARRAY(
          SELECT id FROM sessions
           WHERE NOT active AND canceled_at IS NULL AND absences_at IS NULL AND ended_at < now() - make_interval(secs => $2)
             AND (absences_claimed_until IS NULL OR absences_claimed_until < now())
           ORDER BY ended_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING id`,
      [limit, OWED_AFTER_S, CLAIM_S],
    );
    return rows.map(({ id }) => id);
  },
  /** Of a student in a course: those that the end of a session brought about, and nobody decided on. */
  findAutomatic: async (courseId: string, studentId: string, limit: number): Promise<Mark[]> => {
    const { rows } = await pool.query<Mark>(
      `${SELECT_MARK} WHERE student_id = $2 AND course_id = $1 AND status = 'ABSENT' AND reviewed_at IS NULL
        AND canceled_status IS NULL ORDER BY session_date, id LIMIT $3`,
      [courseId, studentId, limit],
    );
    return rows;
  },
  settle: async (sessionId: string): Promise<void> => {
    await pool.query('UPDATE sessions SET absences_at = now() WHERE id = $1 AND absences_at IS NULL', [
      sessionId,
    ]);
  },
});

type Needs = Pick<Context, 'sessions' | 'absences' | 'campusTimeZone' | 'writeMarks' | 'wakeRelay'>;

const absenceOf = (session: SessionChanged, studentId: string, markedAt: Date): NewMark => ({
  id: randomUUID(),
  sessionId: session.id,
  courseId: session.courseId,
  teacherId: session.teacherId,
  studentId,
  sessionDate: session.date,
  status: 'ABSENT',
  markedAt,
  deviceId: null,
  version: 1,
  action: 'absent_at_end',
  actorId: null,
});

/** Marks everyone ABSENT who was enrolled when the session ended and has no mark; nobody before. A repeat finds nobody left. */
export const recordAbsences = async (
  { sessions, absences, campusTimeZone, writeMarks, wakeRelay }: Needs,
  sessionId: string,
): Promise<void> => {
  const session = await sessions.find(sessionId);
  if (!session || session.active || session.canceledAt || !session.endedAt) return;
  const endedAt = new Date(session.endedAt);
  const absentees = await absences.findAbsentees(sessionId, campusTimeZone);
  if (absentees.length > 0)
    await writeMarks(absentees.map((studentId) => absenceOf(session, studentId, endedAt)));
  await absences.settle(sessionId);
  wakeRelay();
};

/** Sessions claimed at a time. */
const BATCH = 20;

/** Makes up for ends of sessions whose event was given up, or whose absences were cut short. */
export const recordPendingAbsences = async (context: Needs & Pick<Context, 'log'>): Promise<void> => {
  const { absences, log } = context;
  for (;;) {
    const sessionIds = await absences.claim(BATCH);
    for (const sessionId of sessionIds)
      await recordAbsences(context, sessionId).catch((error: unknown) =>
        log.warn({ err: error, sessionId }, 'absences were not written, trying again later'),
      );
    if (sessionIds.length < BATCH) return;
  }
};
