import { hash, type KeyObject } from 'node:crypto';
import { userIdSchema } from '@qr-attendance/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/mini';
import { ACCESS_TOKEN, verifyToken } from './signed-tokens.ts';

const claimsSchema = z.object({ sub: userIdSchema, exp: z.number() });
/** A campus' tokens; a signature that is checked again only costs time. */
const MOST = 20_000;
/** A browser that comes back later than this has no refresh token any more either. */
const OLDEST_S = 90 * 86_400;

/** Whom an access token was given to. */
export interface TokenHolder {
  id: string;
  /** Seconds since 1970. */
  expires: number;
}

/**
 * Reads whom an access token was given to, also after it has expired: good for telling clients apart, never for letting
 * somebody in. Each signature is checked once; what was not signed by one of the keys has no holder.
 */
export const createReadTokenHolder = (
  publicKeys: Map<string, KeyObject>,
): ((token: string) => TokenHolder | undefined) => {
  const verified = new LRUCache<string, TokenHolder>({ max: MOST });
  const verify = (token: string): TokenHolder | undefined => {
    const claims = verifyToken(ACCESS_TOKEN, publicKeys, claimsSchema, token, { ignoreExpiration: true });
    return claims && { id: claims.sub, expires: claims.exp };
  };
  return (token) => {
    // The cache is keyed by a digest, so that memory holds no usable token.
    const digest = hash('sha256', token, 'base64url');
    const holder = verified.get(digest) ?? verify(token);
    if (!holder || holder.expires < Date.now() / 1_000 - OLDEST_S) return undefined;
    verified.set(digest, holder);
    return holder;
  };
};
