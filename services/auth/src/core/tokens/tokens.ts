import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, type Caller, hashSecret, newSecret, signToken } from '@qr-attendance/server';
import { type Person, signedOutError } from '../people/rules/person.ts';
import type { NewRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import { createSuccessorOf } from './rules/refresh-token.ts';

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
  freshProofMinutes: number;
}
interface NextToken {
  token: string;
  browser: string;
  stored: NewRefreshToken;
}

type Claims = Omit<Caller['claims'], 'iat' | 'exp' | 'provenUntil'>;

export const createTokens = ({
  refreshTokens,
  signingKey,
  accessMinutes,
  refreshDays,
  freshProofMinutes,
}: Deps) => {
  const tokenAfter = createSuccessorOf(signingKey.key);
  const toBeStored = (token: string, browser: string): NextToken => {
    const expiresAt = new Date(Date.now() + refreshDays * 86_400_000);
    return { token, browser, stored: { hash: hashSecret(token), expiresAt, browser: hashSecret(browser) } };
  };
  const endOfProof = (provedAt: Date): Date => new Date(provedAt.getTime() + freshProofMinutes * 60_000);
  const signAccess = (claims: Claims, provedAt: Date | null): string => {
    const provenUntil = provedAt && Math.floor(endOfProof(provedAt).getTime() / 1_000);
    const all = { ...claims, ...(provenUntil !== null && { provenUntil }) };
    return signToken(ACCESS_TOKEN, signingKey, all, accessMinutes * 60);
  };
  const pair = (
    { id, name, details, signOuts }: Person,
    { token, browser, stored }: NextToken,
    { expiresAt, provedAt }: { expiresAt: Date; provedAt: Date | null },
  ): IssuedTokens => {
    const claims = { sub: id, userType: details.userType, name, signOuts, gen: stored.hash };
    return {
      accessToken: signAccess(claims, provedAt),
      refreshToken: token,
      refreshBrowser: browser,
      refreshExpiresAt: expiresAt,
    };
  };
  return {
    successorOf: ({ token, browser }: RefreshCredentials): NextToken =>
      toBeStored(tokenAfter(token), browser),
    pair,
    issue: async (person: Person, provedAt: Date | null, family = randomUUID()): Promise<IssuedTokens> => {
      const first = toBeStored(newSecret(), newSecret());
      const { id: userId, signOuts } = person;
      if (!(await refreshTokens.add({ ...first.stored, family, userId, signOuts, provedAt })))
        throw signedOutError();
      return pair(person, first, { expiresAt: first.stored.expiresAt, provedAt });
    },
    /** Stores a proof for the whole sign-in, and issues an access token that contains it. */
    prove: async ({ claims }: Pick<Caller, 'claims'>, provedAt: Date) => {
      const { sub, userType, name, signOuts, gen } = claims;
      if (!(await refreshTokens.prove(gen, sub, provedAt))) throw signedOutError();
      return {
        token: signAccess({ sub, userType, name, signOuts, gen }, provedAt),
        freshUntil: endOfProof(provedAt).toISOString(),
      };
    },
  };
};
export type Tokens = ReturnType<typeof createTokens>;
