import { createHash, type KeyObject } from 'node:crypto';
import { signToken, type TokenKind, verifyToken } from '@qr-attendance/server';
import { z } from 'zod/mini';
import { deriveKey } from '../../core/tokens/rules/secret.ts';

const UNSUBSCRIBE: TokenKind = { algorithm: 'HS256', audience: 'qr-attendance-unsubscribe' };
const VALID_SECONDS = 365 * 86_400;
const claims = z.object({ sub: z.uuid() });

export const createUnsubscribeTokens = (signingKey: KeyObject) => {
  const key = deriveKey(signingKey, 'unsubscribe tokens');
  const kid = createHash('sha256').update(UNSUBSCRIBE.audience).digest('base64url').slice(0, 12);
  const keys = new Map([[kid, key]]);
  return {
    write: (userId: string): string => signToken(UNSUBSCRIBE, { kid, key }, { sub: userId }, VALID_SECONDS),
    read: (token: string): string | undefined => verifyToken(UNSUBSCRIBE, keys, claims, token)?.sub,
  };
};
export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;
