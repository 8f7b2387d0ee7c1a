import type { NoticeKind } from '@qr-attendance/contracts';
import type { NoticesDue, PowerUsed } from '@qr-attendance/contracts/events';
import type { Database } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { addPowerNotice, queueNotices } from '../../core/notices/add-power-notice.ts';
import type { Notice } from './rules/merge-notices.ts';
import type { PowerNotice } from '../../core/notices/rules/power-notices.ts';

const MIN_INTERVAL_MINUTES = 15;
/** All registers of a day arrive within minutes and share one email. */
const GATHERING_MINUTES = 5;

/** Represents all kinds in the list of notices that a person switched off. */
export const ALL = 'all';

export const createNotices = (database: Database) => ({
  /**
   * Stores the notices of an event and queues an email for each receiver; a repeated call changes nothing.
   * Skips receivers with an unverified address and those who switched the kind off. Locks a queued email, so
   * that it is not removed in the meantime.
   */
  add: async ({ id, kind, session, notices }: NoticesDue): Promise<void> => {
    const given = notices.map(({ receiverId, ...notice }, number) => ({
      number,
      user_id: receiverId,
      details: {
        ...notice,
        session,
      },
    }));
    await database.$executeRaw(
      queueNotices(
        Prisma.sql`
          INSERT INTO notices (event_id, number, user_id, kind, details)
          SELECT ${id}::uuid, g.number, g.user_id, ${kind}, g.details
            FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (number integer, user_id uuid, details jsonb)
            JOIN users u ON u.id = g.user_id
           WHERE u.erased_at IS NULL AND u.email_verified AND NOT u.notices_off && ARRAY[${ALL}, ${kind}]
          ON CONFLICT DO NOTHING RETURNING user_id`,
        {
          delayMinutes: kind === 'register_not_taken' ? GATHERING_MINUTES : 0,
          intervalMinutes: MIN_INTERVAL_MINUTES,
        },
      ),
    );
  },
  addPower: (used: PowerUsed): Promise<void> => addPowerNotice(database, used),
  listUnsent: async (userId: string): Promise<(Notice | PowerNotice)[]> => {
    const rows = await database.notice.findMany({
      where: { userId, emailedAt: null },
      orderBy: [{ createdAt: 'asc' }, { eventId: 'asc' }, { number: 'asc' }],
    });
    return rows.map(
      ({ details, ...row }) => ({ ...(details as object), ...row }) as unknown as Notice | PowerNotice,
    );
  },
  finish: (mailId: string, userId: string, sent: Pick<Notice, 'eventId' | 'number'>[]): Promise<void> =>
    database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM mails WHERE id = ${mailId}::uuid FOR UPDATE`;
      await transaction.notice.updateMany({
        where: { userId, OR: sent.map(({ eventId, number }) => ({ eventId, number })) },
        data: { emailedAt: new Date() },
      });
      const removed = await transaction.$executeRaw`
        DELETE FROM mails WHERE id = ${mailId}::uuid
           AND NOT EXISTS (SELECT FROM notices WHERE user_id = ${userId}::uuid AND emailed_at IS NULL)`;
      if (removed === 0)
        await transaction.$executeRaw`
          UPDATE mails SET attempts = 0, due_at = now() + make_interval(mins => ${MIN_INTERVAL_MINUTES}) WHERE id = ${mailId}::uuid`;
    }),
  readSwitchedOff: async (userId: string): Promise<string[]> =>
    (await database.user.findUnique({ where: { id: userId }, select: { noticesOff: true } }))?.noticesOff ??
    [],
  switch: async (
    userId: string,
    kinds: readonly NoticeKind[],
    kind: NoticeKind,
    on: boolean,
  ): Promise<void> => {
    await database.$executeRaw`
      UPDATE users
         SET notices_off = array_remove(CASE WHEN ${ALL} = ANY(notices_off) THEN ${kinds}::text[] ELSE notices_off END, ${kind})
                           || CASE WHEN ${on} THEN '{}'::text[] ELSE ARRAY[${kind}] END
       WHERE id = ${userId}::uuid AND erased_at IS NULL`;
  },
  switchAllOff: async (userId: string): Promise<void> => {
    await database.$executeRaw`
      UPDATE users SET notices_off = ARRAY[${ALL}] WHERE id = ${userId}::uuid AND erased_at IS NULL`;
  },
});
export type Notices = ReturnType<typeof createNotices>;
