import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey, hashSecret } from './secret.ts';

/**
 * A rotated token is accepted again for so long while its successor is unused: the answer may have been lost, or two
 * tabs renewed at once. As long as a page waits for a server that is overloaded, which may answer late each time.
 */
const REUSE_LEEWAY_MS = 150_000;

export interface StoredRefreshToken {
  hash: string;
  family: string;
  userId: string;
  expiresAt: Date;
  rotatedAt: Date | null;
  /** Hash of the token it was exchanged for; null for the first of a family. */
  parent: string | null;
  /** Hash of the browser's secret. */
  browser: string;
  /** When the access token that was issued with it was first used, as far as the auth service has seen it. */
  usedAt: Date | null;
  /** When the password was last shown in this sign-in; null where it never was, as by a mailed link. */
  provedAt: Date | null;
}

/** Tokens near to it in its family. */
export interface Relatives {
  /** Those it was exchanged for: one, or two where replicas with different keys exchanged it. */
  children: Pick<StoredRefreshToken, 'rotatedAt' | 'usedAt'>[];
  /** Others that its own predecessor was exchanged for. */
  siblings: Pick<StoredRefreshToken, 'rotatedAt'>[];
}

const isWithinLeeway = (moment: Date, now: Date): boolean =>
  now.getTime() - moment.getTime() <= REUSE_LEEWAY_MS;

const isUsed = (child: Relatives['children'][number]): boolean =>
  child.rotatedAt !== null || child.usedAt !== null;

/**
 * `reused`: two hold the token, so one of them stole it. Either it comes from another browser, or what it was exchanged
 * for is in use already.
 * @param browser secret that came with it
 */
export const judgeRefreshToken = (
  token: StoredRefreshToken,
  { children, siblings }: Relatives,
  browser: string,
  now: Date,
): 'good' | 'expired' | 'reused' => {
  if (hashSecret(browser) !== token.browser) return 'reused';
  if (token.rotatedAt && (!isWithinLeeway(token.rotatedAt, now) || children.some(isUsed))) return 'reused';
  if (siblings.some((sibling) => sibling.rotatedAt && !isWithinLeeway(sibling.rotatedAt, now)))
    return 'reused';
  return token.expiresAt <= now ? 'expired' : 'good';
};

/**
 * Derives what a token is exchanged for, so that asking again gives the same answer though only hashes are stored. The
 * key comes from the key that signs access tokens: whoever has that needs no refresh token any more.
 */
export const createSuccessorOf = (signingKey: KeyObject) => {
  const key = deriveKey(signingKey, 'refresh successor');
  return (token: string): string => createHmac('sha256', key).update(`token\n${token}`).digest('base64url');
};
