import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { attemptsKey, refusedKey } from './session-keys.ts';

/** The live stream delivers marks alone. */
const EVERY_MS = 5_000;

/** Students without a mark in the session whose tries were flagged. */
export const useAttempts = (sessionId: string, active: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: attemptsKey(sessionId),
    queryFn: ({ signal }) =>
      api.call(routes.attendance.listFlaggedAttempts, { query: { sessionId }, signal }),
    refetchInterval: active && EVERY_MS,
  });
};

/** Students who tried to mark in the session and were refused, and how many unnamed people did. */
export const useRefusedTries = (sessionId: string, active: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: refusedKey(sessionId),
    queryFn: ({ signal }) => api.call(routes.attendance.listRefusedTries, { query: { sessionId }, signal }),
    refetchInterval: active && EVERY_MS,
  });
};

/** How many students of a running session could not mark. The server leaves out those who are marked by now. */
export const useNeedsHelpCount = (sessionId: string): number => {
  const { data: attempts = [] } = useAttempts(sessionId, true);
  const { data: refused } = useRefusedTries(sessionId, true);
  return new Set([...attempts, ...(refused?.students ?? [])].map(({ student }) => student._id)).size;
};
