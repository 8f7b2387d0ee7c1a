import { createHmac, type KeyObject } from 'node:crypto';
import { hashSecret } from '@qr-attendance/server';
import { deriveKey } from './secret.ts';

/**
 * A rotated token is accepted again for this long while its successor is unused: the answer may have been
 * lost, or two tabs renewed at once. The time covers late answers from an overloaded server, for which pages
 * wait.
 */
const REUSE_LEEWAY_MS = 150_000;

export interface StoredRefreshToken {
  hash: string;
  family: string;
  userId: string;
  expiresAt: Date;
  rotatedAt: Date | null;
  parent: string | null;
  browser: string;
  usedAt: Date | null;
  /** When the password was last entered in this sign-in; null after an emailed link. */
  provedAt: Date | null;
  /** When the sign-in began, or when its owner last extended it by a proof. */
  signedInAt: Date;
}

export interface RelatedTokens {
  children: Pick<StoredRefreshToken, 'rotatedAt' | 'usedAt'>[];
  siblings: Pick<StoredRefreshToken, 'rotatedAt'>[];
}

const isWithinLeeway = (moment: Date, now: Date): boolean =>
  now.getTime() - moment.getTime() <= REUSE_LEEWAY_MS;

const isUsed = (child: RelatedTokens['children'][number]): boolean =>
  child.rotatedAt !== null || child.usedAt !== null;

/**
 * `reused`: two parties have the token, so one of them stole it. Either it comes from another browser, or its
 * successor is in use.
 */
export const judgeRefreshToken = (
  token: StoredRefreshToken,
  { children, siblings }: RelatedTokens,
  browser: string,
  { now, signInEnd }: { now: Date; signInEnd: Date },
): 'good' | 'expired' | 'reused' => {
  if (hashSecret(browser) !== token.browser) return 'reused';
  if (token.rotatedAt && (!isWithinLeeway(token.rotatedAt, now) || children.some(isUsed))) return 'reused';
  if (siblings.some((sibling) => sibling.rotatedAt && !isWithinLeeway(sibling.rotatedAt, now)))
    return 'reused';
  return token.expiresAt <= now || signInEnd <= now ? 'expired' : 'good';
};

/**
 * Derives the successor, so that a repeated exchange gives the same answer although only hashes are stored.
 * The key is derived from the key that signs access tokens, whose holder needs no refresh token anyway.
 */
export const createSuccessorOf = (signingKey: KeyObject) => {
  const key = deriveKey(signingKey, 'refresh successor');
  return (token: string): string => createHmac('sha256', key).update(`token\n${token}`).digest('base64url');
};
