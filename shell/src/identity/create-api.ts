import { routes } from '@qr-attendance/contracts';
import { signInProviders, takeEarlyAnswer } from '@qr-attendance/page-start/app';
import { ApiError, createApiClient, type ApiClient, type Retry } from '@qr-attendance/web-kit';
import type { Prover } from '@qr-attendance/ui-kit/ask-for-proof';
import { createRenewal, type Renewal } from './renewal.ts';
import { createSignOuts } from './sign-outs.ts';
import { hasFreshProof, unverifiedUserId } from './token-claims.ts';
import { tokenStore } from './token-store.ts';

interface Deps {
  onSignedOut: (why: ApiError) => void;
  onRetry: (retry: Retry | undefined) => void;
  onMoved?: (address: string) => void;
  reloadIfOtherUser: (token: string) => boolean;
  prover: () => Prover;
}

const takeEarly = (method: string, path: string): Promise<Response | undefined> =>
  takeEarlyAnswer(method, path, tokenStore.get);

/** The tab that returns from an identity provider stores the token with the proof. */
const watchProofs: NonNullable<Prover['watchProofs']> = (onProof, signal) =>
  tokenStore.watchOthers(() => {
    const token = tokenStore.get();
    if (token !== undefined && hasFreshProof(token)) onProof(token);
  }, signal);

export const createApi = ({ reloadIfOtherUser, prover, ...deps }: Deps) => {
  /** Sends no token, so that a rejected renewal does not trigger another one. */
  const bare = createApiClient({
    getToken: () => undefined,
    renew: async () => undefined,
    ...(deps.onMoved && { onMoved: deps.onMoved }),
    takeEarly,
  });
  const renewal: Renewal = createRenewal({
    ...deps,
    store: tokenStore,
    request: async (signal) => (await bare.call(routes.auth.refreshToken, { signal })).token,
  });
  const api: ApiClient = createApiClient({
    ...(deps.onMoved && { onMoved: deps.onMoved }),
    getToken: () => {
      const token = tokenStore.get();
      // A page must not send requests in the name of a user whom it does not show.
      if (token !== undefined && reloadIfOtherUser(token)) throw new ApiError(401, { code: 'other_person' });
      return token;
    },
    renew: renewal.renew,
    prove: async (route) => {
      const { askForProof } = await import(
        /* webpackChunkName: "ask-for-proof" */ '@qr-attendance/ui-kit/ask-for-proof'
      );
      const hasProviders = signInProviders().length > 0;
      const who = { ...prover(), ...(hasProviders && { watchProofs }) };
      const token = await askForProof({ api, route, prover: who });
      if (token !== undefined) tokenStore.set(token);
      return token !== undefined;
    },
    // A token without a readable user id is not treated as another user's.
    isSameUser: (token, other) => [undefined, unverifiedUserId(other)].includes(unverifiedUserId(token)),
    takeEarly,
  });
  const revokeWithProvider = async (): Promise<string | null> => {
    try {
      return (await bare.call(routes.auth.logOutWithProvider, {})).url;
    } catch (error) {
      // Servers of the previous release lack this route.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      await bare.call(routes.auth.logout, {});
      return null;
    }
  };
  const signOuts = createSignOuts(() => bare.call(routes.auth.logout, {}), revokeWithProvider);
  const renewByCookie = () => bare.call(routes.auth.refreshToken, {});
  return { api, renewal, signOuts, renewByCookie };
};
