import { routes, type Session } from '@qr-attendance/contracts';
import { apiKey, presenceCheckRequest, useApiMutation, useLiveQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../../shared/api/sessions.ts';

/** Maximum delay before the projector view shows that the check has started. */
const PRESENCE_REFETCH_MS = 5_000;

/**
 * Reports whether the class can see the code. The server starts a presence check only while a page shows the
 * code.
 */
export const useShownPresenceCheck = ({ _id: id, presenceCheck }: Session, shown: boolean) =>
  useLiveQuery(
    presenceCheckRequest,
    { params: { id } },
    {
      enabled: shown && presenceCheck !== undefined && presenceCheck.state !== 'over',
      everyMs: (check) => check?.state !== 'over' && PRESENCE_REFETCH_MS,
    },
  );

export const useStartPresenceCheck = (id: string) => {
  const queries = useQueryClient();
  const params = { id };
  return useApiMutation(routes.session.askPresenceCheck, () => ({ params }), {
    refetches: [sessionKey(id)],
    onSuccess: (asked) => queries.setQueryData(apiKey(routes.session.showPresenceCheck, { params }), asked),
  });
};
