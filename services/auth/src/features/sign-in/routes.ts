import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Context } from '../../context.ts';
import { registerPerson } from '../registration/register-person.ts';
import { profileOf, userOf } from '../../core/people/rules/person.ts';
import { askForSignInLink, signInByLink } from './sign-in-by-link.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { revokeRefreshToken, rotateRefreshToken, signOutEverywhere } from './renew-tokens.ts';
import { withVisit, keepLanguage, languageOf, signInPerson } from '../../core/visits/visits.ts';

export const signInRoutes = (context: Context): Implementation[] => {
  const { cookies, teacherRegistration } = context;
  const answerTo = async (
    signedIn: SignedIn,
    { request, response }: { request: Request; response: Response },
  ) => {
    await keepLanguage(context, signedIn.person, languageOf(request));
    return {
      token: await signInPerson(context, signedIn, response),
      user: userOf(signedIn.person),
      profile: profileOf(signedIn.person),
    };
  };
  return [
    implement(routes.auth.getRegistrationPolicy, () => ({ teacherRegistration })),
    implement(routes.auth.register, (call) =>
      withVisit(context, call, async (visit) =>
        answerTo(await registerPerson(context, call.body, visit), call),
      ),
    ),
    implement(routes.auth.login, (call) =>
      withVisit(context, call, async (visit) => answerTo(await signIn(context, call.body, visit), call)),
    ),
    implement(routes.auth.askForSignInLink, (call) =>
      withVisit(context, call, async (visit) => {
        const known = cookies.readSignInRequest(call.request);
        const request = await askForSignInLink(context, call.body.email, known, visit);
        cookies.writeSignInRequest(call.response, request);
        return undefined;
      }),
    ),
    implement(routes.auth.redeemSignInLink, (call) =>
      withVisit(context, call, async (visit) => {
        const request = cookies.readSignInRequest(call.request);
        return answerTo(await signInByLink(context, call.body, request, visit), call);
      }),
    ),
    implement(routes.auth.refreshToken, async ({ request, response }) => {
      const credentials = cookies.readRefreshToken(request);
      const tokens = await rotateRefreshToken(context, credentials, languageOf(request));
      cookies.writeRefreshToken(response, tokens);
      return { token: tokens.accessToken };
    }),
    implement(routes.auth.logout, async ({ request, response }) => {
      await revokeRefreshToken(context, cookies.readRefreshToken(request));
      cookies.clearRefreshToken(response);
      cookies.clearEmailRequest(response);
    }),
    implement(routes.auth.signOutEverywhere, async ({ caller, response }) => {
      await signOutEverywhere(context, caller);
      cookies.clearRefreshToken(response);
      cookies.clearEmailRequest(response);
    }),
  ];
};
