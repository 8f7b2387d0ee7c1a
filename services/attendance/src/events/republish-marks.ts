import { attendanceCorrected, attendanceMarked, type Topic } from '@qr-attendance/contracts/events';
import {
  REPUBLISH_BATCH,
  type RepublishBatch,
  republishedOf,
  makeEvent,
  queueUnlessWaiting,
} from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { attendanceMarkedOf, type Mark } from '../marking/rules/mark.ts';
import { SELECT_MARK } from '../review/reviews.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
/** The lock keeps a change of the mark, which tells of itself, after this. */
const SELECT = `${SELECT_MARK} WHERE id > $1 AND version >= $3 ORDER BY id LIMIT $2 FOR SHARE`;

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

/** Announce marks in the state they are in now, to the session service, which counts them; and those that were changed. */
export const makeRepublishers = (pool: Pool): [Topic, RepublishBatch][] => [
  [attendanceMarked, announce(pool, attendanceMarked, 1)],
  [attendanceCorrected, announce(pool, attendanceCorrected, 2)],
];
