import type { Database } from './database.ts';

export const makePasskeyChallenges = (database: Database) => ({
  add: async (challenge: string, studentId: string, expiresAt: Date): Promise<void> => {
    await database.passkeyChallenge.create({ data: { challenge, studentId, expiresAt } });
  },
  /** Uses a challenge up. @returns whether it was this student's and still good: true once */
  take: async (challenge: string, studentId: string, now: Date): Promise<boolean> => {
    const where = { challenge, studentId, expiresAt: { gt: now } };
    const { count } = await database.passkeyChallenge.deleteMany({ where });
    return count === 1;
  },
  removeExpired: async (now: Date): Promise<void> => {
    await database.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now } } });
  },
});
export type PasskeyChallenges = ReturnType<typeof makePasskeyChallenges>;
