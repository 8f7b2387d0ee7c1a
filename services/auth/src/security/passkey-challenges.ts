import { deleteInBatches } from '@qr-attendance/server';
import type { Database } from '../db/database.ts';

export const createPasskeyChallenges = (database: Database) => ({
  add: async (challenge: string, studentId: string, expiresAt: Date): Promise<void> => {
    await database.passkeyChallenge.create({ data: { challenge, studentId, expiresAt } });
  },
  take: async (challenge: string, studentId: string, now: Date): Promise<boolean> => {
    const where = { challenge, studentId, expiresAt: { gt: now } };
    const { count } = await database.passkeyChallenge.deleteMany({ where });
    return count === 1;
  },
  removeExpired: (now: Date): Promise<void> =>
    deleteInBatches(
      (limit) => database.$executeRaw`
        DELETE FROM passkey_challenges WHERE challenge = ANY(ARRAY(
          SELECT challenge FROM passkey_challenges WHERE expires_at < ${now} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
});
