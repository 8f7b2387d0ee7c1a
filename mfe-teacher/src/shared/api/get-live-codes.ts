import { routes, type LiveCodes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useCallback } from 'react';

/** Asks the server what the wall of a live session shows now and in the next seconds. */
export const useGetLiveCodes = (sessionId: string): (() => Promise<LiveCodes>) => {
  const api = useApi();
  return useCallback(
    () => api.call(routes.session.getLiveCodes, { params: { id: sessionId } }),
    [api, sessionId],
  );
};
