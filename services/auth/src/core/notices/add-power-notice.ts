import type { PowerUsed } from '@qr-attendance/contracts/events';
import type { Transaction } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { POWER } from './rules/power-notices.ts';

/** The first email is sent at once, because the receiver may still be able to prevent damage. */
const MIN_INTERVAL_MINUTES = 15;

interface NoticeTiming {
  delayMinutes: number;
  intervalMinutes: number;
  /** The interval counts from the last email with a notice of this kind; without this field, of any kind. */
  since?: string;
}

/**
 * Queues an email for each receiver of new notices. A queued one may become due earlier, except while it is
 * being sent or after a failure, when `due_at` keeps others from sending it.
 */
export const queueNotices = (
  insert: Prisma.Sql,
  { delayMinutes, intervalMinutes, since }: NoticeTiming,
): Prisma.Sql => Prisma.sql`
  WITH inserted AS (${insert})
  INSERT INTO mails (id, kind, user_id, due_at)
  SELECT gen_random_uuid(), 'notices', user_id,
         greatest(now() + make_interval(mins => ${delayMinutes}::int),
                  (SELECT max(emailed_at) FROM notices n
                    WHERE n.user_id = i.user_id ${since === undefined ? Prisma.empty : Prisma.sql`AND n.kind = ${since}`})
                  + make_interval(mins => ${intervalMinutes}::int))
    FROM (SELECT DISTINCT user_id FROM inserted) AS i ORDER BY user_id
  ON CONFLICT (user_id) WHERE kind = 'notices' DO UPDATE
     SET due_at = CASE WHEN mails.attempts = 0 THEN least(mails.due_at, excluded.due_at) ELSE mails.due_at END`;

/** Notifies the receivers, and optionally all administrators; a repeated call changes nothing. */
export const addPowerNotice = async (
  client: Pick<Transaction, '$executeRaw'>,
  { id, receivers, administrators, version: _version, ...used }: PowerUsed,
): Promise<void> => {
  await client.$executeRaw(
    queueNotices(
      Prisma.sql`
      INSERT INTO notices (event_id, number, user_id, kind, details)
      SELECT ${id}::uuid, row_number() OVER (ORDER BY u.id), u.id, ${POWER}, ${JSON.stringify({ used })}::jsonb
        FROM users u
       WHERE (u.id = ANY (${receivers}::uuid[]) OR ${administrators} AND u.user_type = 'ADMIN')
         AND u.erased_at IS NULL AND u.email_verified
         AND NOT EXISTS (SELECT FROM notices WHERE event_id = ${id}::uuid)
      ON CONFLICT DO NOTHING RETURNING user_id`,
      { delayMinutes: 0, intervalMinutes: MIN_INTERVAL_MINUTES, since: POWER },
    ),
  );
};
