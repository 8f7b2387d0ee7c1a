import { routes } from '@qr-attendance/contracts';
import { ApiError, createApiClient, type ApiClient, type Retry } from '@qr-attendance/web-kit';
import { takeEarlyAnswer } from '../early/take-early-answer.ts';
import { makeRenewal, type Renewal } from './renewal.ts';
import { makeSignOuts } from './sign-outs.ts';
import { tokenStore } from './token-store.ts';

interface Deps {
  onSignedOut: (why: ApiError) => void;
  onRetry: (retry: Retry | undefined) => void;
  /** Whether the token belongs to somebody other than the person this page shows; then the page starts anew. */
  startOverIfOther: (token: string) => boolean;
}

/** The API client of the whole page, and what keeps its token good. */
export const createApi = ({ startOverIfOther, ...deps }: Deps) => {
  /** Without a token, so that a refused renewal does not ask for a renewal. */
  const bare = createApiClient({
    getToken: () => undefined,
    renew: async () => undefined,
    takeEarly: takeEarlyAnswer,
  });
  const renewal: Renewal = makeRenewal({
    ...deps,
    store: tokenStore,
    request: async (signal) => (await bare.call(routes.auth.refreshToken, { signal })).token,
  });
  const api: ApiClient = createApiClient({
    getToken: () => {
      const token = tokenStore.get();
      // Nothing may go out in the name of somebody whom the page does not show.
      if (token !== undefined && startOverIfOther(token)) throw new ApiError(401, { code: 'other_person' });
      return token;
    },
    renew: renewal.renew,
    takeEarly: takeEarlyAnswer,
  });
  const signOuts = makeSignOuts(() => bare.call(routes.auth.logout));
  return { api, renewal, signOuts };
};
