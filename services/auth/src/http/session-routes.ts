import { routes, type Registration } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/service-kit';
import type { Response } from 'express';
import { profileOf, userOf, type Person } from '../domain/person.ts';
import type { IssuedTokens, IssueTokens } from '../use-cases/issue-tokens.ts';
import type { RefreshCookie } from './refresh-cookie.ts';

interface Deps {
  registerPerson: (registration: Registration) => Promise<Person>;
  signIn: (credentials: { email: string; password: string }) => Promise<Person>;
  issueTokens: IssueTokens;
  rotateRefreshToken: (token: string | undefined) => Promise<IssuedTokens>;
  revokeRefreshToken: (token: string | undefined) => Promise<void>;
  cookie: RefreshCookie;
}

/** Registering, signing in, staying signed in, signing out. */
export const makeSessionRoutes = ({ cookie, issueTokens, ...useCases }: Deps): Implementation[] => {
  const signedIn = async (person: Person, response: Response) => {
    const tokens = await issueTokens(person);
    cookie.write(response, tokens);
    return { token: tokens.accessToken, user: userOf(person), profile: profileOf(person) };
  };
  return [
    implement(routes.auth.register, async ({ body, response }) =>
      signedIn(await useCases.registerPerson(body), response),
    ),
    implement(routes.auth.login, async ({ body, response }) =>
      signedIn(await useCases.signIn(body), response),
    ),
    implement(routes.auth.refreshToken, async ({ request, response }) => {
      const tokens = await useCases.rotateRefreshToken(cookie.read(request));
      cookie.write(response, tokens);
      return { token: tokens.accessToken };
    }),
    implement(routes.auth.logout, async ({ request, response }) => {
      await useCases.revokeRefreshToken(cookie.read(request));
      cookie.clear(response);
      return undefined;
    }),
  ];
};
