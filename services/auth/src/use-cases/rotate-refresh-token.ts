import { Refused } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';
import type { RefreshTokens } from '../data/refresh-tokens.ts';
import { hashRefreshToken, judgeRefreshToken } from '../domain/refresh-token.ts';
import type { IssuedTokens, IssueTokens } from './issue-tokens.ts';

interface Deps {
  refreshTokens: RefreshTokens;
  people: People;
  issueTokens: IssueTokens;
}
const signInAgain = () => new Refused('unauthenticated', 'signed_out', 'Please sign in again.');

/** Exchanges a refresh token for a new pair. One seen again after its rotation signs its whole family out. */
export const makeRotateRefreshToken =
  ({ refreshTokens, people, issueTokens }: Deps) =>
  async (token: string | undefined): Promise<IssuedTokens> => {
    const stored = token ? await refreshTokens.find(hashRefreshToken(token)) : null;
    if (!stored) throw signInAgain();
    const now = new Date();
    const verdict = judgeRefreshToken(stored, now);
    if (verdict === 'reused') await refreshTokens.removeFamily(stored.family);
    const person = verdict === 'good' ? await people.findById(stored.userId) : undefined;
    if (!person) throw signInAgain();
    await refreshTokens.markRotated(stored.hash, now);
    return issueTokens(person, stored.family);
  };

/** Signs out: the token's whole family is worthless from now on. An unknown token changes nothing. */
export const makeRevokeRefreshToken =
  ({ refreshTokens }: Pick<Deps, 'refreshTokens'>) =>
  async (token: string | undefined): Promise<void> => {
    const stored = token ? await refreshTokens.find(hashRefreshToken(token)) : null;
    if (stored) await refreshTokens.removeFamily(stored.family);
  };
