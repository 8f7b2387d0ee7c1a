import { routes, type Session } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../../shared/api/session-keys.ts';

const presenceCheckKey = (id: string) => [...sessionKey(id), 'presence-check'];
/** How soon the wall learns that the class is to be asked. */
const EVERY_MS = 5_000;

/**
 * Tells the server that the class can see the code, as long as this page is in front, and learns whether the class is asked
 * once more. Without such a page nobody is asked.
 */
export const useShownPresenceCheck = ({ _id: id, presenceCheck }: Session, shown: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: presenceCheckKey(id),
    queryFn: ({ signal }) => api.call(routes.session.showPresenceCheck, { params: { id }, signal }),
    enabled: shown && presenceCheck !== undefined && presenceCheck.state !== 'over',
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'over' ? false : EVERY_MS),
  });
};

export const useAskPresenceCheck = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.session.askPresenceCheck, { params: { id } }),
    onSuccess: (asked) => {
      queries.setQueryData(presenceCheckKey(id), asked);
      // This page shows the code from now on, and says so.
      return queries.invalidateQueries({ queryKey: sessionKey(id) });
    },
  });
};
