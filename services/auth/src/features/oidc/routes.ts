import { routes } from '@qr-attendance/contracts';
import {
  addressKeyOf,
  clientAddressOf,
  implement,
  type Implementation,
  implementStream,
  newSecret,
} from '@qr-attendance/server';
import type { Request, Response } from 'express';
import type { Person } from '../../core/people/rules/person.ts';
import type { Cookies } from '../../core/tokens/cookies.ts';
import { keepLanguage, languageOf, type SignInDeps } from '../../core/visits/visits.ts';
import { type BeginDeps, type AttemptStart, beginLink, beginProof, beginSignIn } from './begin.ts';
import { failedSignIn, finishAtProvider, type FinishDeps } from './finish.ts';
import { logOutByProvider, type LogoutDeps, logOutWithProvider, readLogoutToken } from './logout.ts';
import { startUrlOf } from './provider-addresses.ts';
import { recordFailure } from './provider-records.ts';
import { ProviderError } from './rules/classify-error.ts';
import { readReturnPath } from './rules/return-path.ts';

export interface ProviderSignInDeps
  extends BeginDeps, FinishDeps, Omit<LogoutDeps, 'refreshTokens'>, Pick<SignInDeps, 'people'> {
  refreshTokens: FinishDeps['refreshTokens'] & LogoutDeps['refreshTokens'];
  people: FinishDeps['people'] & SignInDeps['people'];
  cookies: Cookies;
  sendFirstLink: (person: Person, place: { address: string; emailRequest: string }) => Promise<void>;
  wakeRelay: () => void;
  mailRelay: { wake: () => void };
}

const searchOf = ({ originalUrl }: Request): string =>
  originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';

const redirect = (response: Response, location: string): void =>
  void response.status(303).location(location).end();

export const providerSignInRoutes = (context: ProviderSignInDeps): Implementation[] => {
  const { cookies, providers, publicOrigins } = context;
  const goTo = ({ url, browser, expiresAt }: AttemptStart, response: Response): { url: string } => {
    cookies.writeProviderAttempt(response, browser, expiresAt);
    return { url };
  };
  const fail = async (error: ProviderError, providerId: string): Promise<void> => {
    // Attempts at unknown providers are not recorded, because anybody could invent their ids.
    if (error.code === 'provider_unknown') return;
    await recordFailure(context, providerId, error);
  };
  /** The link needs no password in this browser, as after other registrations. */
  const requestVerification = async (person: Person, request: Request, response: Response): Promise<void> => {
    const emailRequest = newSecret();
    await context.sendFirstLink(person, { address: addressKeyOf(clientAddressOf(request)), emailRequest });
    cookies.writeEmailRequest(response, emailRequest);
  };
  return [
    implement(routes.auth.listSignInProviders, async () =>
      (await providers.listActive()).map(({ id, name }) => ({
        _id: id,
        name,
        startUrl: startUrlOf(publicOrigins, id),
      })),
    ),
    implementStream(routes.auth.startProviderSignIn, async ({ params, query, request, response }) => {
      const browser = cookies.readProviderAttempt(request);
      try {
        const begun = await beginSignIn(context, params.provider, query.returnTo, browser);
        redirect(response, goTo(begun, response).url);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        await fail(error, params.provider);
        redirect(response, failedSignIn(params.provider, error.code, readReturnPath(query.returnTo)));
      }
    }),
    implementStream(routes.auth.finishProviderSignIn, async ({ params, request, response }) => {
      const browser = cookies.readProviderAttempt(request);
      const { location, registered, signedIn, again } = await finishAtProvider(context, params.provider, {
        search: searchOf(request),
        browser,
        request,
        response,
      });
      if (registered && !registered.emailVerified) await requestVerification(registered, request, response);
      if (signedIn) {
        await keepLanguage(context, signedIn.person, languageOf(request));
        cookies.writeRefreshToken(response, signedIn.tokens);
      }
      if (again) goTo(again, response);
      context.wakeRelay();
      context.mailRelay.wake();
      redirect(response, location);
    }),
    implement(routes.auth.logOutByProvider, async ({ params, request, response }) =>
      logOutByProvider(context, params.provider, await readLogoutToken(request, response)),
    ),
    implement(routes.auth.logOutWithProvider, async ({ request, response }) => {
      const url = await logOutWithProvider(context, cookies.readRefreshToken(request));
      cookies.clearRefreshToken(response);
      cookies.clearEmailRequest(response);
      return { url };
    }),
    implement(routes.auth.listMyIdentities, ({ caller }) => context.linkedIdentities.list(caller.id)),
    implement(routes.auth.linkIdentity, async ({ caller, body, response }) =>
      goTo(await beginLink(context, caller, body.provider), response),
    ),
    implement(routes.auth.proveByProvider, async ({ caller, body, response }) =>
      goTo(await beginProof(context, caller, body.provider, body.returnTo), response),
    ),
    implement(routes.auth.unlinkIdentity, async ({ caller, params }) => {
      const left = await context.linkedIdentities.unlink(caller.id, params.id);
      context.mailRelay.wake();
      return left;
    }),
  ];
};
