import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { attemptsKey } from '../../../shared/api/session-keys.ts';

/** The live stream tells of marks alone. */
const EVERY_MS = 5_000;

/** Students without a mark in the session who were refused in a way the teacher should know of. */
export const useAttempts = (sessionId: string, active: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: attemptsKey(sessionId),
    queryFn: ({ signal }) =>
      api.call(routes.attendance.listFlaggedAttempts, { query: { sessionId }, signal }),
    refetchInterval: active && EVERY_MS,
  });
};
