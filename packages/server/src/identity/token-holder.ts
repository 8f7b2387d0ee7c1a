import { hash, type KeyObject } from 'node:crypto';
import { userIdSchema } from '@qr-attendance/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/mini';
import { ACCESS_TOKEN, verifyToken } from './signed-tokens.ts';

const claimsSchema = z.object({ sub: userIdSchema, exp: z.number() });
/** The cache has space for the tokens of a campus; verifying an evicted token again is cheap. */
const MAX_CACHED = 20_000;
/** A browser that returns later has no valid refresh token either. */
const MAX_AGE_SECONDS = 90 * 86_400;

export interface TokenHolder {
  id: string;
  digest: string;
  /** Seconds since 1970. */
  expires: number;
}

/**
 * Reads the holder of an access token, even of an expired one: sufficient to distinguish clients, never to
 * authorize. Verifies each signature once.
 * @returns undefined if none of the keys signed the token
 */
export const createReadTokenHolder = (
  publicKeys: Map<string, KeyObject>,
): ((token: string) => TokenHolder | undefined) => {
  const verified = new LRUCache<string, TokenHolder>({ max: MAX_CACHED });
  const verify = (token: string, digest: string): TokenHolder | undefined => {
    const claims = verifyToken(ACCESS_TOKEN, publicKeys, claimsSchema, token, { ignoreExpiration: true });
    return claims && { id: claims.sub, digest, expires: claims.exp };
  };
  return (token) => {
    // The cache is keyed by a digest, so that memory contains no usable token.
    const digest = hash('sha256', token, 'base64url');
    const holder = verified.get(digest) ?? verify(token, digest);
    if (!holder || holder.expires < Date.now() / 1_000 - MAX_AGE_SECONDS) return undefined;
    verified.set(digest, holder);
    return holder;
  };
};
