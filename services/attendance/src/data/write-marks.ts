import { attendanceMarked } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/service-kit';
import { DatabaseError, type Pool } from 'pg';
import { attendanceMarkedOf, type Mark } from '../domain/mark.ts';

/** The channel on which replicas hear of new marks: `<session id> <mark id>`. */
export const MARKS_CHANNEL = 'marks';

/** Mark, selfie, passkey challenge, roll-ups, outbox and notice in one statement: all or nothing, in one round trip. */
const SQL = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::date[], $7::text[],
                         $8::timestamptz[], $9::uuid[], $10::uuid[], $11::jsonb[], $13::bytea[], $14::text[])
      AS g (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id,
            event_id, payload, selfie, challenge)
  ), used AS (
    DELETE FROM passkey_challenges WHERE challenge = ANY($14::text[]) RETURNING challenge
  ), written AS (
    INSERT INTO marks (id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id)
    SELECT id, session_id, course_id, teacher_id, student_id, session_date, status, marked_at, device_id FROM given
     WHERE challenge IS NULL OR challenge IN (SELECT challenge FROM used)
    ON CONFLICT (session_id, student_id) DO NOTHING
    RETURNING *
  ), pictures AS (
    INSERT INTO selfies (mark_id, jpeg, taken_at)
    SELECT w.id, g.selfie, w.marked_at FROM written w JOIN given g USING (id) WHERE g.selfie IS NOT NULL
  ), course_days AS (
    INSERT INTO course_day_totals AS t (course_id, day, teacher_id, present, late, absent)
    SELECT course_id, session_date, teacher_id, count(*) FILTER (WHERE status = 'PRESENT'),
           count(*) FILTER (WHERE status = 'LATE'), count(*) FILTER (WHERE status = 'ABSENT')
      FROM written GROUP BY course_id, session_date, teacher_id
    ON CONFLICT (course_id, day) DO UPDATE
      SET present = t.present + excluded.present, late = t.late + excluded.late, absent = t.absent + excluded.absent
  ), student_courses AS (
    INSERT INTO student_course_totals AS t (student_id, course_id, present, late, absent)
    SELECT student_id, course_id, count(*) FILTER (WHERE status = 'PRESENT'),
           count(*) FILTER (WHERE status = 'LATE'), count(*) FILTER (WHERE status = 'ABSENT')
      FROM written GROUP BY student_id, course_id ORDER BY student_id, course_id
    ON CONFLICT (student_id, course_id) DO UPDATE
      SET present = t.present + excluded.present, late = t.late + excluded.late, absent = t.absent + excluded.absent
  ), told AS (
    INSERT INTO outbox (topic, key, id, version, occurred_at, payload)
    SELECT $12, g.id::text, g.event_id, w.version, now(), g.payload
      FROM written w JOIN given g USING (id)
  )
  SELECT id, pg_notify('${MARKS_CHANNEL}', session_id || ' ' || id) FROM written`;

/** A mark with what is kept along with it. */
export interface NewMark extends Mark {
  /** JPEG. */
  selfie?: Buffer | undefined;
  /** The passkey challenge that was answered: used up by the mark, which is not written when it is no longer there. */
  challenge?: string | undefined;
}

const DEVICE_CONSTRAINT = 'marks_device_once_per_session';

/** The device of a mark already served another student in that session. */
export class DeviceAlreadyUsed extends Error {
  override name = 'DeviceAlreadyUsed';
}

/**
 * Writes the marks whose student has none yet in that session.
 * @returns ids of those written
 * @throws DeviceAlreadyUsed and then writes none
 */
export const makeWriteMarks =
  (pool: Pool) =>
  async (marks: NewMark[]): Promise<string[]> => {
    const events = marks.map((mark) => makeEvent(attendanceMarked, mark.id, attendanceMarkedOf(mark)));
    const values = [
      marks.map((mark) => mark.id),
      marks.map((mark) => mark.sessionId),
      marks.map((mark) => mark.courseId),
      marks.map((mark) => mark.teacherId),
      marks.map((mark) => mark.studentId),
      marks.map((mark) => mark.sessionDate),
      marks.map((mark) => mark.status),
      marks.map((mark) => mark.markedAt),
      marks.map((mark) => mark.deviceId),
      events.map((event) => event.id),
      events.map((event) => JSON.stringify(event.payload)),
      attendanceMarked.name,
      marks.map((mark) => mark.selfie ?? null),
      marks.map((mark) => mark.challenge ?? null),
    ];
    try {
      const { rows } = await pool.query<{ id: string }>({ name: 'write-marks', text: SQL, values });
      return rows.map(({ id }) => id);
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === DEVICE_CONSTRAINT)
        throw new DeviceAlreadyUsed();
      throw error;
    }
  };
export type WriteMarks = ReturnType<typeof makeWriteMarks>;
