import type { KeyObject } from 'node:crypto';
import type { RouteContract } from '@qr-attendance/contracts';
import { can, INSTITUTION, userIdSchema, userTypeSchema } from '@qr-attendance/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { notAllowedError } from '../permissions/require-can.ts';
import { sameSecret } from './same-secret.ts';
import { ACCESS_TOKEN, verifyToken } from './signed-tokens.ts';
import { requireProofOf } from './fresh-proof.ts';
import type { Suspensions } from './suspensions.ts';

export const accessClaimsSchema = z.object({
  sub: userIdSchema,
  userType: userTypeSchema,
  name: z.string(),
  gen: z.string(),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
  /**
   * How often the person had signed out everywhere when the token was issued. A new password and a suspension
   * count, too.
   */
  signOuts: z.number().int(),
  /** Until when the proof of this sign-in is fresh, in seconds since 1970; missing without a proof. */
  provenUntil: z.number().int().optional(),
  /** When the sign-in ends, however often it is used, in seconds since 1970; missing in tokens of the previous release. */
  signInEnds: z.number().int().optional(),
});
export type AccessClaims = z.infer<typeof accessClaimsSchema>;

export interface Caller {
  id: string;
  userType: z.infer<typeof userTypeSchema>;
  name: string;
  generation: string;
  /** Anything that outlives the request must verify the claims again. */
  claims: AccessClaims;
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];

/** The access token of a request is invalid, expired or revoked. */
export class InvalidTokenError extends DomainError {
  constructor(code = 'not_signed_in', message = 'Please sign in first.') {
    super('unauthenticated', code, message);
  }
}
const notSignedInError = () => new DomainError('unauthenticated', 'not_signed_in', 'Please sign in first.');
export const suspendedError = () =>
  new InvalidTokenError('suspended', 'This account is suspended. Contact your institution.');

const ALLOWED: Record<
  Exclude<RouteContract['access'], 'anyone' | 'internal' | 'admin'>,
  ReadonlySet<string>
> = {
  'signed-in': new Set(userTypeSchema.options),
  teacher: new Set(['TEACHER']),
  student: new Set(['STUDENT']),
  staff: new Set(['TEACHER', 'ADMIN']),
};

/**
 * Checks the caller, the route's access and its proof before every route; denies by default.
 * @returns undefined on routes for anyone or for services
 */
export const createAuthorize =
  ({
    publicKeys,
    internalTokens,
    suspensions,
  }: {
    publicKeys: Map<string, KeyObject>;
    internalTokens: readonly string[];
    suspensions?: Pick<Suspensions, 'isSuspended' | 'isSignedOut' | 'requireLoaded'>;
  }) =>
  (request: Request, route: Pick<RouteContract, 'access' | 'proof'>): Caller | undefined => {
    const { access } = route;
    if (access === 'anyone') return undefined;
    const token = bearerOf(request);
    if (access === 'internal') {
      if (!token || !internalTokens.some((valid) => sameSecret(token, valid))) throw notSignedInError();
      return undefined;
    }
    const claims = token ? verifyToken(ACCESS_TOKEN, publicKeys, accessClaimsSchema, token) : undefined;
    if (!claims) throw token ? new InvalidTokenError() : notSignedInError();
    suspensions?.requireLoaded();
    if (suspensions?.isSuspended(claims.sub)) throw suspendedError();
    if (suspensions?.isSignedOut(claims)) throw new InvalidTokenError();
    const { sub: id, userType } = claims;
    const isAllowed =
      access === 'admin'
        ? can({ id, userType }, 'administer', INSTITUTION, new Date())
        : ALLOWED[access].has(userType);
    if (!isAllowed) throw notAllowedError();
    const caller = { id, userType, name: claims.name, generation: claims.gen, claims };
    requireProofOf(route, caller);
    return caller;
  };
export type Authorize = ReturnType<typeof createAuthorize>;
