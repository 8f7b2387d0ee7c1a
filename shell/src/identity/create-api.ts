import { routes } from '@qr-attendance/contracts';
import { createApiClient, type ApiClient, type ApiError, type Retry } from '@qr-attendance/web-kit';
import { takeEarlyAnswer } from '../early/take-early-answer.ts';
import { makeRenewal, type Renewal } from './renewal.ts';
import { tokenStore } from './token-store.ts';

interface Deps {
  onSignedOut: (why: ApiError) => void;
  onRetry: (retry: Retry | undefined) => void;
}

/** The API client of the whole page, and what keeps its token good. */
export const createApi = (deps: Deps): { api: ApiClient; renewal: Renewal } => {
  /** Without a token, so that a refused renewal does not ask for a renewal. */
  const bare = createApiClient({
    getToken: () => undefined,
    renew: async () => undefined,
    takeEarly: takeEarlyAnswer,
  });
  const renewal = makeRenewal({
    ...deps,
    store: tokenStore,
    request: async (signal) => (await bare.call(routes.auth.refreshToken, { signal })).token,
  });
  const api = createApiClient({
    getToken: tokenStore.get,
    renew: renewal.renew,
    takeEarly: takeEarlyAnswer,
  });
  return { api, renewal };
};
