import { routes } from '@qr-attendance/contracts';
import { ApiError, createApiClient, type ApiClient } from '@qr-attendance/web-kit';
import { tokenStore } from './token-store.ts';

/** The API client of the whole page. A token that can't be renewed is dropped, and `onSignedOut` told why. */
export const createApi = (onSignedOut: (why: ApiError) => void): ApiClient => {
  const api: ApiClient = createApiClient({
    getToken: tokenStore.get,
    renew: async () => {
      try {
        const { token } = await bare.call(routes.auth.refreshToken);
        tokenStore.set(token);
        return token;
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
          tokenStore.clear();
          onSignedOut(error);
        }
        return undefined;
      }
    },
  });
  /** Without a token, so that a refused renewal does not ask for a renewal. */
  const bare = createApiClient({ getToken: () => undefined, renew: async () => undefined });
  return api;
};
