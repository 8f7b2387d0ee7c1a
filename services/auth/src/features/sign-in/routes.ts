import { routes, type TeacherRegistration } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { LinkRequestDeps } from '../../core/email/ask-for-link.ts';
import type { People } from '../../core/people/people.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import { answerSignedIn, languageOf, type SignInDeps, visitOf } from '../../core/visits/visits.ts';
import {
  extendSignIn,
  type RenewalDeps,
  revokeRefreshToken,
  rotateRefreshToken,
  signOutElsewhere,
  signOutEverywhere,
} from './renew-tokens.ts';
import { askForSignInLink, type LinkSignInDeps, signInByLink } from './sign-in-by-link.ts';
import { signIn, type PasswordSignInDeps } from './sign-in.ts';

interface Stores extends SignInDeps, PasswordSignInDeps, LinkSignInDeps, RenewalDeps, LinkRequestDeps {
  people: People;
  refreshTokens: RefreshTokens;
  teacherRegistration: TeacherRegistration;
  emailFolder: string | undefined;
}

export const signInRoutes = (context: Stores): Implementation[] => {
  const { cookies, teacherRegistration, emailFolder } = context;
  return [
    implement(routes.auth.getRegistrationPolicy, () => ({
      teacherRegistration,
      passwordSignIn: context.passwordPolicy.passwordSignIn,
      ...(emailFolder !== undefined && { emailFolder }),
    })),
    implement(routes.auth.login, async (call) => {
      const signedIn = await signIn(context, call.body, visitOf(context, call));
      return answerSignedIn(context, signedIn, call);
    }),
    implement(routes.auth.askForSignInLink, async (call) => {
      const known = cookies.readSignInRequest(call.request);
      const request = await askForSignInLink(context, call.body.email, known, visitOf(context, call));
      cookies.writeSignInRequest(call.response, request);
    }),
    implement(routes.auth.redeemSignInLink, async (call) => {
      const request = cookies.readSignInRequest(call.request);
      const signedIn = await signInByLink(context, call.body, request);
      return answerSignedIn(context, signedIn, call);
    }),
    implement(routes.auth.refreshToken, async ({ request, response }) => {
      const credentials = cookies.readRefreshToken(request);
      const tokens = await rotateRefreshToken(context, credentials, languageOf(request));
      cookies.writeRefreshToken(response, tokens);
      return { token: tokens.accessToken };
    }),
    implement(routes.auth.extendSignIn, ({ caller }) => extendSignIn(context, caller)),
    implement(routes.auth.logout, async ({ request, response }) => {
      await revokeRefreshToken(context, cookies.readRefreshToken(request));
      cookies.clearRefreshToken(response);
      cookies.clearEmailRequest(response);
    }),
    implement(routes.auth.signOutElsewhere, ({ caller }) => signOutElsewhere(context, caller)),
    implement(routes.auth.signOutEverywhere, async ({ caller, response }) => {
      await signOutEverywhere(context, caller);
      cookies.clearRefreshToken(response);
      cookies.clearEmailRequest(response);
    }),
  ];
};
