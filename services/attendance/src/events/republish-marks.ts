import { attendanceCorrected, attendanceMarked } from '@qr-attendance/contracts/events';
import {
  REPUBLISH_BATCH,
  type RepublishBatch,
  republishedOf,
  makeEvent,
  queueUnlessWaiting,
} from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { attendanceMarkedOf, type Mark } from '../marking/rules/mark.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
/** The lock keeps a change of the mark, which tells of itself, after this. */
const SELECT = `
  SELECT id, session_id AS "sessionId", course_id AS "courseId", teacher_id AS "teacherId",
         student_id AS "studentId", session_date::text AS "sessionDate", status, marked_at AS "markedAt",
         device_id AS "deviceId", version
    FROM marks WHERE id > $1 AND version >= $3 ORDER BY id LIMIT $2 FOR SHARE`;

const announce =
  (pool: Pool, topic: typeof attendanceMarked, fromVersion: number): RepublishBatch =>
  async (after = FIRST) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<Mark>(SELECT, [after, REPUBLISH_BATCH, fromVersion]);
      const events = rows.map((mark) => makeEvent(topic, mark.id, attendanceMarkedOf(mark)));
      await queueUnlessWaiting(client, events);
      await client.query('COMMIT');
      return republishedOf(rows.map(({ id }) => id));
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };

/** Announces marks in the state they are in now: to the session service, which counts them. */
export const makeRepublishMarks = (pool: Pool): RepublishBatch => announce(pool, attendanceMarked, 1);
/** Announces those that were changed. */
export const makeRepublishCorrections = (pool: Pool): RepublishBatch =>
  announce(pool, attendanceCorrected, 2);
