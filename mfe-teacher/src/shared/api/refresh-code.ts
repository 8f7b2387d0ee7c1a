import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useCallback } from 'react';
import type { RefreshInterval } from '../code/rotation.ts';

/** Asks the server for the session's next code, optionally changing how long each code lives from now on. */
export const useRefreshCode = (sessionId: string) => {
  const api = useApi();
  return useCallback(
    (refreshInterval?: RefreshInterval) =>
      api.call(routes.session.refreshCode, {
        params: { id: sessionId },
        ...(refreshInterval && { body: { refreshInterval } }),
      }),
    [api, sessionId],
  );
};
