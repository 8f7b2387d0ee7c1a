import type { Event } from '@qr-attendance/contracts/events';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';

interface Row {
  id: string;
  topic: string;
  key: string;
  version: number;
  occurred_at: Date;
  payload: unknown;
  trace: string | null;
}
const toEvent = ({ occurred_at, trace, ...row }: Row): Event => ({
  ...row,
  occurredAt: occurred_at.toISOString(),
  ...(trace === null ? {} : { trace }),
});

export interface OutboxKey {
  topic: string;
  key: string;
}
const columnsOf = (keys: OutboxKey[]) => [keys.map(({ topic }) => topic), keys.map(({ key }) => key)];

/** Reads this many times the needed rows, because keys locked by other replicas are skipped. */
const REACH = 10;
const OLDEST = 'SELECT topic, key FROM outbox ORDER BY occurred_at LIMIT $1';

export const readOldest = async (pool: Pool, limit: number): Promise<OutboxKey[]> => {
  const values = [limit * REACH];
  return (await pool.query<OutboxKey>({ name: 'outbox-oldest', text: OLDEST, values })).rows;
};

const LOCK = `
  SELECT topic, key FROM unnest($1::text[], $2::text[]) AS oldest (topic, key)
   WHERE pg_try_advisory_xact_lock(hashtextextended(topic || '/' || key, 0)) LIMIT $3`;
const READ = `
  SELECT id, topic, key, version, occurred_at, payload, trace
    FROM outbox JOIN unnest($1::text[], $2::text[]) AS locked (topic, key) USING (topic, key) ORDER BY occurred_at`;

/**
 * Starts a transaction that locks up to `limit` keys and then reads their events, which may have been
 * published and replaced before the lock. Rolling back to the savepoint releases the table lock; otherwise a
 * migration would wait for it, and all writers behind the migration.
 * @param silenceMs idle time after which the database ends the transaction
 * @returns the number of locked keys, which may exceed the number of events
 */
export const lockAndRead = async (
  client: PoolClient,
  oldest: OutboxKey[],
  { limit, silenceMs }: { limit: number; silenceMs: number },
): Promise<{ locked: number; events: Event[] }> => {
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${silenceMs}`,
  );
  const { rows: keys } = await client.query<OutboxKey>({
    name: 'outbox-lock',
    text: LOCK,
    values: [...columnsOf(oldest), limit],
  });
  await client.query('SAVEPOINT locked');
  const { rows } = await client.query<Row>({ name: 'outbox-read', text: READ, values: columnsOf(keys) });
  await client.query('ROLLBACK TO SAVEPOINT locked');
  return { locked: keys.length, events: rows.map(toEvent) };
};

/**
 * Removes events and ends the transaction in one message. A client that froze between two messages would keep
 * rows locked that writers need.
 */
export const removeAndUnlock = async (client: PoolClient, events: Event[]): Promise<void> => {
  const ids = escapeLiteral(`{${events.map(({ id }) => id).join()}}`);
  const removal = events.length === 0 ? '' : `DELETE FROM outbox WHERE id = ANY (${ids}::uuid[]);`;
  await client.query(`${removal} COMMIT`);
};
