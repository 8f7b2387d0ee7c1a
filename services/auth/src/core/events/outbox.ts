import type { Event } from '@qr-attendance/contracts/events';
import type { Prisma } from '../../db/generated/client.ts';
import type { Transaction } from '../../db/database.ts';

export const writeToOutbox = async (transaction: Transaction, event: Event): Promise<void> => {
  const { topic, key, payload, ...rest } = event;
  // A new event without a trace must clear the trace of the one it replaces.
  const row = { trace: null, ...rest, payload: payload as Prisma.InputJsonValue };
  await transaction.outboxEvent.upsert({
    where: { topic_key: { topic, key } },
    create: { topic, key, ...row },
    update: row,
  });
};

export const writeAllToOutbox = async (transaction: Transaction, events: Event[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ occurredAt, ...event }) => ({ ...event, occurred_at: occurredAt }));
  await transaction.$executeRaw`
    INSERT INTO outbox (topic, key, id, version, occurred_at, payload, trace)
    SELECT topic, key, id, version, occurred_at, payload, trace
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS e (topic text, key text, id uuid, version integer, occurred_at timestamptz, payload jsonb, trace text)
    ON CONFLICT (topic, key) DO UPDATE
       SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at,
           payload = excluded.payload, trace = excluded.trace`;
};
