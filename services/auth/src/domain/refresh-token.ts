import { createHash, randomBytes } from 'node:crypto';

/** Two tabs that wake together both send the same token; within this time the second is no thief. */
export const REUSE_LEEWAY_MS = 10_000;

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');
/** Only the hash is stored: a stolen table opens nothing. The token is random, so a fast hash will do. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

export interface StoredRefreshToken {
  hash: string;
  family: string;
  userId: string;
  expiresAt: Date;
  rotatedAt: Date | null;
}

/** `reused`: rotated before and now seen again, so one of the two holders stole it. */
export const judgeRefreshToken = (token: StoredRefreshToken, now: Date): 'good' | 'expired' | 'reused' => {
  if (token.rotatedAt && now.getTime() - token.rotatedAt.getTime() > REUSE_LEEWAY_MS) return 'reused';
  return token.expiresAt <= now ? 'expired' : 'good';
};
