import { routes, type BurstCodes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useCallback } from 'react';

/** Asks the server what the wall of a live session shows now and in the next seconds. */
export const useGetBurstCodes = (sessionId: string): (() => Promise<BurstCodes>) => {
  const api = useApi();
  return useCallback(
    () => api.call(routes.session.getBurstCodes, { params: { id: sessionId } }),
    [api, sessionId],
  );
};
