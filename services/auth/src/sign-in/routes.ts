import { routes, type Registration, type TeacherRegistration } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Response } from 'express';
import { profileOf, userOf } from '../people/rules/person.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { IssuedTokens, RefreshCredentials } from './issue-tokens.ts';
import type { RequirePerson } from '../people/require-person.ts';
import type { SignedIn } from './sign-in.ts';
import { atPlace } from './at-place.ts';
import type { Cookies } from './cookies.ts';
import type { SignInPerson } from './sign-in-person.ts';

interface Deps {
  registerPerson: (registration: Registration, visit: Visit) => Promise<SignedIn>;
  signIn: (credentials: { email: string; password: string }, visit: Visit) => Promise<SignedIn>;
  askForSignInLink: (email: string, known: string | undefined, visit: Visit) => Promise<string>;
  signInByLink: (
    proof: { token: string } | { code: string },
    request: string | undefined,
    visit: Visit,
  ) => Promise<SignedIn>;
  rotateRefreshToken: (credentials: RefreshCredentials | undefined) => Promise<IssuedTokens>;
  revokeRefreshToken: (credentials: RefreshCredentials | undefined) => Promise<void>;
  signOutEverywhere: (personId: string) => Promise<void>;
  requirePerson: RequirePerson;
  teacherRegistration: TeacherRegistration;
  signInPerson: SignInPerson;
  cookies: Cookies;
}

/** Registering, signing in, staying signed in, signing out. */
export const makeSessionRoutes = ({ cookies, signInPerson, ...deps }: Deps): Implementation[] => {
  const answerTo = async (signedIn: SignedIn, response: Response) => ({
    token: await signInPerson(signedIn, response),
    user: userOf(signedIn.person),
    profile: profileOf(signedIn.person),
  });
  return [
    implement(routes.auth.getRegistrationPolicy, () => ({ teacherRegistration: deps.teacherRegistration })),
    implement(routes.auth.register, (call) =>
      atPlace(call, cookies, async (visit) =>
        answerTo(await deps.registerPerson(call.body, visit), call.response),
      ),
    ),
    implement(routes.auth.login, (call) =>
      atPlace(call, cookies, async (visit) => answerTo(await deps.signIn(call.body, visit), call.response)),
    ),
    implement(routes.auth.askForSignInLink, (call) =>
      atPlace(call, cookies, async (visit) => {
        const known = cookies.readSignInRequest(call.request);
        cookies.writeSignInRequest(call.response, await deps.askForSignInLink(call.body.email, known, visit));
        return undefined;
      }),
    ),
    implement(routes.auth.redeemSignInLink, (call) =>
      atPlace(call, cookies, async (visit) => {
        const request = cookies.readSignInRequest(call.request);
        return answerTo(await deps.signInByLink(call.body, request, visit), call.response);
      }),
    ),
    implement(routes.auth.refreshToken, async ({ request, response }) => {
      const tokens = await deps.rotateRefreshToken(cookies.readRefreshToken(request));
      cookies.writeRefreshToken(response, tokens);
      return { token: tokens.accessToken };
    }),
    implement(routes.auth.logout, async ({ request, response }) => {
      await deps.revokeRefreshToken(cookies.readRefreshToken(request));
      cookies.clearRefreshToken(response);
      return undefined;
    }),
    implement(routes.auth.signOutEverywhere, async ({ caller, response }) => {
      await deps.requirePerson(caller);
      await deps.signOutEverywhere(caller.id);
      cookies.clearRefreshToken(response);
      return undefined;
    }),
  ];
};
