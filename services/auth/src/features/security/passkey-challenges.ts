import type { Database } from '../../db/database.ts';

export const createPasskeyChallenges = (database: Database) => ({
  add: async (challenge: string, studentId: string, expiresAt: Date): Promise<void> => {
    await database.passkeyChallenge.create({ data: { challenge, studentId, expiresAt } });
  },
  take: async (challenge: string, studentId: string, now: Date): Promise<boolean> => {
    const where = { challenge, studentId, expiresAt: { gt: now } };
    const { count } = await database.passkeyChallenge.deleteMany({ where });
    return count === 1;
  },
});
export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;
