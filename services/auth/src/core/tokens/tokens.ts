import { randomUUID, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN, type Caller, hashSecret, newSecret, signToken } from '@qr-attendance/server';
import { type Person, signedOutError } from '../people/rules/person.ts';
import type { NewRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import { createSuccessorOf } from './rules/refresh-token.ts';
import { type SignInDays, signInEndOf } from './rules/sign-in-end.ts';

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
  signInDays: SignInDays;
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
  signInDays,
}: Deps) => {
  const tokenAfter = createSuccessorOf(signingKey.key);
  const toBeStored = (token: string, browser: string): NextToken => {
    const expiresAt = new Date(Date.now() + refreshDays * 86_400_000);
    return { token, browser, stored: { hash: hashSecret(token), expiresAt, browser: hashSecret(browser) } };
  };
  const endOfProof = (provedAt: Date): Date => new Date(provedAt.getTime() + freshProofMinutes * 60_000);
  const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
  /** An access token does not outlive its sign-in. */
  const lifetimeOf = ({ signInEnds = Infinity }: Pick<Claims, 'signInEnds'>): number =>
    Math.max(1, Math.min(accessMinutes * 60, signInEnds - secondsOf(new Date())));
  const signAccess = (claims: Claims, provedAt: Date | null): string => {
    const provenUntil = provedAt && secondsOf(endOfProof(provedAt));
    const all = { ...claims, ...(provenUntil !== null && { provenUntil }) };
    return signToken(ACCESS_TOKEN, signingKey, all, lifetimeOf(claims));
  };
  const pair = (
    { id, name, details, signOuts }: Person,
    { token, browser, stored }: NextToken,
    { expiresAt, provedAt, signedInAt }: { expiresAt: Date; provedAt: Date | null; signedInAt: Date },
  ): IssuedTokens => {
    const { userType } = details;
    const signInEnds = secondsOf(signInEndOf(signInDays, { userType, signedInAt }));
    const claims = { sub: id, userType, name, signOuts, gen: stored.hash, signInEnds };
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
    issue: async (
      person: Person,
      provedAt: Date | null,
      family: string = randomUUID(),
    ): Promise<IssuedTokens> => {
      const first = toBeStored(newSecret(), newSecret());
      const { id: userId, signOuts } = person;
      const times = { provedAt, signedInAt: new Date() };
      if (!(await refreshTokens.add({ ...first.stored, family, userId, signOuts, ...times })))
        throw signedOutError();
      return pair(person, first, { expiresAt: first.stored.expiresAt, ...times });
    },
    /** Stores a proof for the whole sign-in, and issues an access token that contains it. */
    prove: async ({ claims }: Pick<Caller, 'claims'>, provedAt: Date) => {
      const { iat: _iat, exp: _exp, provenUntil: _before, ...kept } = claims;
      if (!(await refreshTokens.prove(kept.gen, kept.sub, provedAt))) throw signedOutError();
      return {
        token: signAccess(kept, provedAt),
        freshUntil: endOfProof(provedAt).toISOString(),
      };
    },
  };
};
export type Tokens = ReturnType<typeof createTokens>;
