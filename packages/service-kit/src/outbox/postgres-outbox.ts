import type { Event } from '@qr-attendance/contracts/events';
import type { Pool, PoolClient } from 'pg';
import type { OutboxStore } from './outbox-store.ts';

interface Row {
  id: string;
  topic: string;
  key: string;
  version: number;
  occurred_at: Date;
  payload: unknown;
}
const toEvent = ({ occurred_at, ...row }: Row): Event => ({ ...row, occurredAt: occurred_at.toISOString() });

/**
 * The table `outbox` (topic, key, id, version, occurred_at, payload; primary key topic and key, so that a newer state
 * replaces an older one) of a PostgreSQL database.
 */
export const postgresOutbox = (pool: Pool): OutboxStore => ({
  pending: async (limit) => {
    const { rows } = await pool.query<Row>({
      name: 'outbox-pending',
      text: 'SELECT id, topic, key, version, occurred_at, payload FROM outbox ORDER BY occurred_at LIMIT $1',
      values: [limit],
    });
    return rows.map(toEvent);
  },
  remove: async (events) => {
    if (events.length === 0) return;
    await pool.query({
      name: 'outbox-remove',
      text: 'DELETE FROM outbox WHERE id = ANY($1::uuid[])',
      values: [events.map((event) => event.id)],
    });
  },
});

/** Puts events into the outbox, except for aggregates whose event waits there already. */
export const queueUnlessWaiting = async (client: PoolClient, events: Event[]): Promise<void> => {
  await client.query(
    `INSERT INTO outbox (topic, key, id, version, occurred_at, payload)
     SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::int[], $5::timestamptz[], $6::jsonb[])
     ON CONFLICT (topic, key) DO NOTHING`,
    [
      events.map(({ topic }) => topic),
      events.map(({ key }) => key),
      events.map(({ id }) => id),
      events.map(({ version }) => version),
      events.map(({ occurredAt }) => occurredAt),
      events.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
};
