import { deleteInBatches } from '@qr-attendance/server';
import type { Database, Transaction } from '../db/database.ts';

/** Uses a token up, and all others of the same person. @returns whose it was; undefined when it is not good */
export const takePasswordReset = async (
  transaction: Transaction,
  hash: string,
  now: Date,
): Promise<string | undefined> => {
  const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
    DELETE FROM password_resets WHERE hash = ${hash} AND expires_at > ${now} RETURNING user_id`;
  if (!taken) return undefined;
  await transaction.passwordReset.deleteMany({ where: { userId: taken.user_id } });
  return taken.user_id;
};

export const makePasswordResets = (database: Database) => ({
  add: async (hash: string, userId: string, expiresAt: Date): Promise<void> => {
    await database.passwordReset.create({ data: { hash, userId, expiresAt } });
  },
  /** Whose an unused token is. */
  ownerOf: async (hash: string, now: Date): Promise<string | undefined> => {
    const found = await database.passwordReset.findFirst({ where: { hash, expiresAt: { gt: now } } });
    return found?.userId;
  },
  removeExpired: (now: Date): Promise<void> =>
    deleteInBatches(
      (limit) => database.$executeRaw`
        DELETE FROM password_resets WHERE hash = ANY(ARRAY(
          SELECT hash FROM password_resets WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
});
export type PasswordResets = ReturnType<typeof makePasswordResets>;
