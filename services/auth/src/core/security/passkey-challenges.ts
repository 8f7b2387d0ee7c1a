import type { Database } from '../../db/database.ts';

export const createPasskeyChallenges = (database: Database) => ({
  add: async (challenge: string, userId: string, expiresAt: Date): Promise<void> => {
    await database.passkeyChallenge.create({ data: { challenge, userId, expiresAt } });
  },
  take: async (challenge: string, userId: string, now: Date): Promise<boolean> => {
    const where = { challenge, userId, expiresAt: { gt: now } };
    const { count } = await database.passkeyChallenge.deleteMany({ where });
    return count === 1;
  },
});
export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;
