import { hashSecret } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { SIGN_IN_CHALLENGE_MS } from '../tokens/cookies.ts';

const MAX_TRIES = 5;

export interface SignInChallenge {
  hash: string;
  userId: string;
  signOuts: number;
  byPassword: boolean;
}

/** Sign-ins that only lack the second factor. The browser that began one has its secret. */
export const createSignInChallenges = (database: Database) => ({
  add: async (secret: string, challenge: Omit<SignInChallenge, 'hash'>, now: Date): Promise<void> => {
    const expiresAt = new Date(now.getTime() + SIGN_IN_CHALLENGE_MS);
    await database.signInChallenge.create({ data: { ...challenge, hash: hashSecret(secret), expiresAt } });
  },
  find: async (secret: string, now: Date): Promise<SignInChallenge | undefined> =>
    (await database.signInChallenge.findFirst({
      where: { hash: hashSecret(secret), expiresAt: { gt: now }, tries: { lt: MAX_TRIES } },
    })) ?? undefined,
  /** Counts the try before the code is checked, so that concurrent tries cannot exceed the maximum. */
  takeTry: async (secret: string, now: Date): Promise<SignInChallenge | undefined> => {
    const hash = hashSecret(secret);
    const [row] = await database.$queryRaw<{ user_id: string; sign_outs: number; by_password: boolean }[]>`
      UPDATE sign_in_challenges SET tries = tries + 1
       WHERE hash = ${hash} AND expires_at > ${now} AND tries < ${MAX_TRIES}
      RETURNING user_id, sign_outs, by_password`;
    return row && { hash, userId: row.user_id, signOuts: row.sign_outs, byPassword: row.by_password };
  },
  remove: async (hash: string): Promise<void> => {
    await database.signInChallenge.deleteMany({ where: { hash } });
  },
});
export type SignInChallenges = ReturnType<typeof createSignInChallenges>;
