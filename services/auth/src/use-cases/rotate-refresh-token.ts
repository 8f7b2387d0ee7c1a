import { Refused } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';
import type { RefreshTokens } from '../data/refresh-tokens.ts';
import { isBarred } from '../domain/person.ts';
import { hashSecret } from '../domain/secret.ts';
import type { IssuedTokens, Tokens } from './issue-tokens.ts';

interface Deps {
  refreshTokens: RefreshTokens;
  people: People;
  tokens: Tokens;
}

/** Exchanges a refresh token for a new pair. One seen again after its rotation signs its whole family out. */
export const makeRotateRefreshToken =
  ({ refreshTokens, people, tokens }: Deps) =>
  async (token: string | undefined): Promise<IssuedTokens> => {
    const next = tokens.newRefreshToken();
    const userId = token ? await refreshTokens.rotate(hashSecret(token), next.stored, new Date()) : undefined;
    const person = userId === undefined ? undefined : await people.findById(userId);
    if (person && isBarred(person)) await refreshTokens.removeAllOf(person.id);
    if (!person || isBarred(person))
      throw new Refused('unauthenticated', 'signed_out', 'Please sign in again.');
    return tokens.pair(person, next);
  };

/** Signs out: the token's whole family is worthless from now on. An unknown token changes nothing. */
export const makeRevokeRefreshToken =
  ({ refreshTokens }: Pick<Deps, 'refreshTokens'>) =>
  async (token: string | undefined): Promise<void> => {
    const stored = token ? await refreshTokens.find(hashSecret(token)) : null;
    if (stored) await refreshTokens.removeFamily(stored.family);
  };
