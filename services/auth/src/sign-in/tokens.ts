import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, signToken } from '@qr-attendance/server';
import { type Person, signedOut } from '../people/rules/person.ts';
import type { NewRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import { createSuccessorOf } from './rules/refresh-token.ts';
import { hashSecret, newSecret } from './rules/secret.ts';

/** The credentials to renew a sign-in: the refresh token, and the secret of the browser it was issued to. */
export interface RefreshCredentials {
  token: string;
  browser: string;
}
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** Secret that the browser is to send along with the refresh token. */
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

/** Makes the tokens of people who proved who they are. */
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
    /** The successor of a refresh token, the same each time. */
    successorOf: ({ token, browser }: RefreshCredentials): Next => toBeStored(tokenAfter(token), browser),
    pair,
    /**
     * An access token, and the first refresh token of a new family.
     * @param person as read before they proved who they are
     * @param provedAt when the password was shown for it
     * @throws DomainError (unauthenticated) when they have signed out everywhere since: by another password, say
     */
    issue: async (person: Person, provedAt: Date | null): Promise<IssuedTokens> => {
      const first = toBeStored(newSecret(), newSecret());
      const { id: userId, signOuts } = person;
      if (!(await refreshTokens.add({ ...first.stored, family: randomUUID(), userId, signOuts, provedAt })))
        throw signedOut();
      return pair(person, first, first.stored.expiresAt);
    },
  };
};
