import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, signToken } from '@qr-attendance/service-kit';
import type { RefreshTokens } from '../data/refresh-tokens.ts';
import type { Person } from '../domain/person.ts';
import { hashRefreshToken, newRefreshToken } from '../domain/refresh-token.ts';

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  refreshExpiresAt: Date;
}
interface Deps {
  refreshTokens: RefreshTokens;
  signingKey: { kid: string; key: KeyObject };
  accessMinutes: number;
  refreshDays: number;
}

/** Gives a person who proved who they are an access token and the (next) refresh token of a family. */
export const makeIssueTokens =
  ({ refreshTokens, signingKey, accessMinutes, refreshDays }: Deps) =>
  async (person: Person, family: string = randomUUID()): Promise<IssuedTokens> => {
    const claims = { sub: person.id, userType: person.details.userType, name: person.name };
    const refreshToken = newRefreshToken();
    const refreshExpiresAt = new Date(Date.now() + refreshDays * 86_400_000);
    await refreshTokens.add({
      hash: hashRefreshToken(refreshToken),
      family,
      userId: person.id,
      expiresAt: refreshExpiresAt,
    });
    return {
      accessToken: signToken(ACCESS_TOKEN, signingKey, claims, accessMinutes * 60),
      refreshToken,
      refreshExpiresAt,
    };
  };
export type IssueTokens = ReturnType<typeof makeIssueTokens>;
