import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, signToken } from '@qr-attendance/server';
import { type Person, signedOut } from '../people/rules/person.ts';
import type { NewRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import { createSuccessorOf } from './rules/refresh-token.ts';
import { hashSecret, newSecret } from './rules/secret.ts';

export interface RefreshCredentials {
  token: string;
  browser: string;
}
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  refreshBrowser: string;
  refreshExpiresAt: Date;
}
interface Deps {
  refreshTokens: RefreshTokens;
  signingKey: { kid: string; key: KeyObject };
  accessMinutes: number;
  refreshDays: number;
}
interface Next {
  token: string;
  browser: string;
  stored: NewRefreshToken;
}

export const createTokens = ({ refreshTokens, signingKey, accessMinutes, refreshDays }: Deps) => {
  const tokenAfter = createSuccessorOf(signingKey.key);
  const toBeStored = (token: string, browser: string): Next => {
    const expiresAt = new Date(Date.now() + refreshDays * 86_400_000);
    return { token, browser, stored: { hash: hashSecret(token), expiresAt, browser: hashSecret(browser) } };
  };
  const pair = (
    { id, name, details, signOuts }: Person,
    { token, browser, stored }: Next,
    expiresAt: Date,
  ): IssuedTokens => {
    const claims = { sub: id, userType: details.userType, name, signOuts, gen: stored.hash };
    return {
      accessToken: signToken(ACCESS_TOKEN, signingKey, claims, accessMinutes * 60),
      refreshToken: token,
      refreshBrowser: browser,
      refreshExpiresAt: expiresAt,
    };
  };
  return {
    successorOf: ({ token, browser }: RefreshCredentials): Next => toBeStored(tokenAfter(token), browser),
    pair,
    /** Issues an access token, and the first refresh token of a new family. */
    issue: async (person: Person, provedAt: Date | null): Promise<IssuedTokens> => {
      const first = toBeStored(newSecret(), newSecret());
      const { id: userId, signOuts } = person;
      if (!(await refreshTokens.add({ ...first.stored, family: randomUUID(), userId, signOuts, provedAt })))
        throw signedOut();
      return pair(person, first, first.stored.expiresAt);
    },
  };
};
