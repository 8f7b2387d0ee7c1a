import { DomainError } from '@qr-attendance/server';
import type { People } from '../people/people.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { isBlocked } from '../people/rules/person.ts';
import { hashSecret } from './rules/secret.ts';
import type { IssuedTokens, RefreshCredentials, Tokens } from './issue-tokens.ts';

interface Deps {
  refreshTokens: RefreshTokens;
  people: People;
  tokens: Tokens;
}
const signedOut = () => new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');

/**
 * Exchanges a refresh token for a new pair, and for the same refresh token again when the answer was lost. One that comes
 * from another browser, or after its successor was used, signs its whole family out.
 */
export const makeRotateRefreshToken =
  ({ refreshTokens, people, tokens }: Deps) =>
  async (credentials: RefreshCredentials | undefined): Promise<IssuedTokens> => {
    if (!credentials) throw signedOut();
    const { token, browser } = credentials;
    const next = tokens.successorOf(credentials);
    const rotated = await refreshTokens.rotate(hashSecret(token), browser, next.stored, new Date());
    const person = rotated && (await people.findById(rotated.userId));
    if (person && isBlocked(person)) await refreshTokens.removeAllOf(person.id);
    if (!person || isBlocked(person)) throw signedOut();
    return tokens.pair(person, next, rotated.expiresAt);
  };

/** Signs out: the token's whole family is worthless from now on. An unknown token changes nothing. */
export const makeRevokeRefreshToken =
  ({ refreshTokens }: Pick<Deps, 'refreshTokens'>) =>
  async (credentials: RefreshCredentials | undefined): Promise<void> => {
    const stored = credentials ? await refreshTokens.find(hashSecret(credentials.token)) : null;
    if (stored) await refreshTokens.removeFamily(stored.family);
  };
