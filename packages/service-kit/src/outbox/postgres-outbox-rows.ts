import type { Event } from '@qr-attendance/contracts/events';
import { escapeLiteral, type PoolClient } from 'pg';

interface Row {
  id: string;
  topic: string;
  key: string;
  version: number;
  occurred_at: Date;
  payload: unknown;
}
const toEvent = ({ occurred_at, ...row }: Row): Event => ({ ...row, occurredAt: occurred_at.toISOString() });

/** Keys that other replicas hold are passed over; so many times the limit are looked at. */
const REACH = 20;
/**
 * A lock is tried for row by row until the limit is met: without MATERIALIZED it might be for every row there is.
 */
const LOCK = `
  WITH oldest AS MATERIALIZED (SELECT topic, key FROM outbox ORDER BY occurred_at LIMIT $2)
  SELECT topic, key FROM oldest
   WHERE pg_try_advisory_xact_lock(hashtextextended(topic || '/' || key, 0)) LIMIT $1`;
/** By a snapshot of its own: what was seen when the lock was tried for may be published and replaced since. */
const READ = `
  SELECT id, topic, key, version, occurred_at, payload
    FROM outbox JOIN unnest($1::text[], $2::text[]) AS locked (topic, key) USING (topic, key) ORDER BY occurred_at`;

/**
 * Begins a transaction that locks keys of the outbox, and reads their events.
 * @param silenceMs after which the database ends it when nothing is heard of the client
 * @returns how many keys are locked, which may be more than there are events
 */
export const lockAndRead = async (
  client: PoolClient,
  limit: number,
  silenceMs: number,
): Promise<{ locked: number; events: Event[] }> => {
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${silenceMs}`,
  );
  const { rows: keys } = await client.query<{ topic: string; key: string }>({
    name: 'outbox-lock',
    text: LOCK,
    values: [limit, limit * REACH],
  });
  if (keys.length === 0) return { locked: 0, events: [] };
  const { rows } = await client.query<Row>({
    name: 'outbox-read',
    text: READ,
    values: [keys.map(({ topic }) => topic), keys.map(({ key }) => key)],
  });
  return { locked: keys.length, events: rows.map(toEvent) };
};

/**
 * Removes events and ends the transaction, in one message: a client that froze in between would leave rows locked for
 * which writers wait.
 */
export const removeAndUnlock = async (client: PoolClient, events: Event[]): Promise<void> => {
  const ids = escapeLiteral(`{${events.map(({ id }) => id).join()}}`);
  const removal = events.length === 0 ? '' : `DELETE FROM outbox WHERE id = ANY (${ids}::uuid[]);`;
  await client.query(`${removal} COMMIT`);
};
