import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, signToken } from '@qr-attendance/service-kit';
import type { NewRefreshToken, RefreshTokens } from '../data/refresh-tokens.ts';
import type { Person } from '../domain/person.ts';
import { hashSecret, newSecret } from '../domain/secret.ts';

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

/** Makes the tokens of people who proved who they are. */
export const makeTokens = ({ refreshTokens, signingKey, accessMinutes, refreshDays }: Deps) => {
  const newRefreshToken = (): { token: string; stored: NewRefreshToken } => {
    const token = newSecret();
    const expiresAt = new Date(Date.now() + refreshDays * 86_400_000);
    return { token, stored: { hash: hashSecret(token), expiresAt } };
  };
  const pair = (
    { id, name, details }: Person,
    { token, stored }: ReturnType<typeof newRefreshToken>,
  ): IssuedTokens => {
    const claims = { sub: id, userType: details.userType, name };
    return {
      accessToken: signToken(ACCESS_TOKEN, signingKey, claims, accessMinutes * 60),
      refreshToken: token,
      refreshExpiresAt: stored.expiresAt,
    };
  };
  return {
    newRefreshToken,
    pair,
    /** An access token, and the first refresh token of a new family. */
    issue: async (person: Person): Promise<IssuedTokens> => {
      const next = newRefreshToken();
      await refreshTokens.add({ ...next.stored, family: randomUUID(), userId: person.id });
      return pair(person, next);
    },
  };
};
export type Tokens = ReturnType<typeof makeTokens>;
