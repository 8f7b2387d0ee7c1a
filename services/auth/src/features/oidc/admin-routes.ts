import { type RouteContract, routes } from '@qr-attendance/contracts';
import { type Handler, implement, type Implementation, notFound, type Worker } from '@qr-attendance/server';
import type { Cookies } from '../../core/tokens/cookies.ts';
import { requirePerson } from '../../core/tokens/access-tokens.ts';
import { type BeginDeps, beginTest } from './begin.ts';
import type { FinishDeps } from './finish.ts';
import {
  checkIssuer,
  findProvider,
  previewPastedClaims,
  refuseUnsafe,
  toIdentityProvider,
} from './manage-providers.ts';
import type { ProviderFetch } from './provider-fetch.ts';

export interface ProviderAdminDeps
  extends BeginDeps, Pick<FinishDeps, 'identities' | 'people' | 'providerTests' | 'providerFailures'> {
  providerFetch: ProviderFetch;
  cookies: Cookies;
  noticeRelay: Worker;
}

export const providerAdminRoutes = (context: ProviderAdminDeps): Implementation[] => {
  const { providers, providerFetch, publicOrigins } = context;
  const implementForAdmin = <R extends RouteContract>(route: R, handle: Handler<R>): Implementation =>
    implement(route, async (call) => {
      await requirePerson(context, call.caller);
      return handle(call);
    });
  const list = async () =>
    (await providers.list()).map(({ identities, ...provider }) =>
      toIdentityProvider(provider, identities, publicOrigins),
    );
  const listed = async (id: string) => {
    const provider = (await list()).find(({ _id }) => _id === id);
    if (!provider) throw notFound('Identity provider');
    return provider;
  };
  return [
    implementForAdmin(routes.auth.listIdentityProviders, list),
    implementForAdmin(routes.auth.checkIssuer, ({ body }) =>
      checkIssuer({ fetch: providerFetch, publicOrigins }, body.provider, body.issuer),
    ),
    implementForAdmin(routes.auth.createIdentityProvider, async ({ caller, body }) => {
      refuseUnsafe(body, providerFetch);
      const provider = await providers.create(caller.id, body);
      context.noticeRelay.wake();
      return toIdentityProvider(provider, 0, publicOrigins);
    }),
    implementForAdmin(routes.auth.changeIdentityProvider, async ({ caller, params, body }) => {
      await findProvider(context, params.id);
      refuseUnsafe(body, providerFetch);
      await providers.change(caller.id, params.id, body);
      context.noticeRelay.wake();
      return listed(params.id);
    }),
    implementForAdmin(routes.auth.testIdentityProvider, async ({ caller, params, response }) => {
      const { url, browser, expiresAt } = await beginTest(
        context,
        caller,
        await findProvider(context, params.id),
      );
      context.cookies.writeProviderAttempt(response, browser, expiresAt);
      return { url };
    }),
    implementForAdmin(routes.auth.getProviderTest, async ({ caller, params }) => {
      const result = await context.providerTests.find(params.id, caller.id, params.test);
      if (!result) throw notFound('Test');
      return result;
    }),
    implementForAdmin(routes.auth.previewClaims, async ({ params, body }) =>
      previewPastedClaims(context, await findProvider(context, params.id), body.pasted),
    ),
    implementForAdmin(routes.auth.listProviderFailures, async ({ params }) => {
      await findProvider(context, params.id);
      return context.providerFailures.list(params.id);
    }),
  ];
};
