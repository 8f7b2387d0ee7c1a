import { hashSecret } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { SIGN_IN_CHALLENGE_MS } from '../tokens/cookies.ts';

const MAX_TRIES = 5;
const REPEAT_MS = 60_000;

export interface SignInChallenge {
  userId: string;
  signOuts: number;
  byPassword: boolean;
  /** The sign-in of an identity provider, which can end it; null after a password or a link. */
  family: string | null;
}
export interface OpenChallenge extends SignInChallenge {
  secret: string;
  hash: string;
  /** The same answer finished this sign-in a moment ago, and the response may have been lost. */
  isRepeat: boolean;
}

/** With the secret, so that nobody who reads the table can find out a code. */
const hashOfAnswer = (secret: string, answer: string): string => hashSecret(`${secret} ${answer}`);

/** Sign-ins that are waiting only for the second factor. The browser that started a sign-in holds its secret. */
export const createSignInChallenges = (database: Database) => ({
  add: async (secret: string, challenge: SignInChallenge, now: Date): Promise<void> => {
    const expiresAt = new Date(now.getTime() + SIGN_IN_CHALLENGE_MS);
    await database.signInChallenge.create({ data: { ...challenge, hash: hashSecret(secret), expiresAt } });
  },
  find: async (secret: string, now: Date, answer?: string): Promise<OpenChallenge | undefined> => {
    const row = await database.signInChallenge.findFirst({
      where: { hash: hashSecret(secret), expiresAt: { gt: now } },
    });
    if (!row) return undefined;
    const isOpen = row.acceptedAt === null && row.tries < MAX_TRIES;
    const isRepeat =
      row.acceptedAt !== null &&
      row.acceptedAt.getTime() > now.getTime() - REPEAT_MS &&
      answer !== undefined &&
      row.accepted === hashOfAnswer(secret, answer);
    return isOpen || isRepeat ? { ...row, secret, isRepeat } : undefined;
  },
  /** Counts the try before the answer is checked, so that concurrent tries cannot exceed the maximum. */
  takeTry: async (secret: string, now: Date): Promise<boolean> => {
    const { count } = await database.signInChallenge.updateMany({
      where: { hash: hashSecret(secret), expiresAt: { gt: now }, tries: { lt: MAX_TRIES }, acceptedAt: null },
      data: { tries: { increment: 1 } },
    });
    return count === 1;
  },
  accept: async (secret: string, answer: string, now: Date): Promise<void> => {
    await database.signInChallenge.updateMany({
      where: { hash: hashSecret(secret), acceptedAt: null },
      data: { accepted: hashOfAnswer(secret, answer), acceptedAt: now },
    });
  },
});
export type SignInChallenges = ReturnType<typeof createSignInChallenges>;
