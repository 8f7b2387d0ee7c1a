import { routes, type SeenChange } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiMutation } from '@qr-attendance/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const CHANGES = apiKey(routes.attendance.listChanges);
/** How long changes stay on an open page after they were seen. */
const VISIT_MS = 30 * 60_000;

interface ShownChange extends SeenChange {
  shownAt: number;
}
interface ShownChanges {
  changes: ShownChange[];
  /** The value to send to the server in order to mark the listed changes as seen. */
  until: string | undefined;
  isMore: boolean;
}

export const changeId = ({ kind, session }: SeenChange): string => `${session._id} ${kind}`;

/** Keeps seen changes, which the server no longer lists, until the end of this visit. */
export const useChanges = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useQuery({
    queryKey: CHANGES,
    gcTime: VISIT_MS,
    queryFn: async ({ signal }): Promise<ShownChanges> => {
      const { changes, until, isMore } = await api.call(routes.attendance.listChanges, { signal });
      const now = Date.now();
      const listed = new Set(changes.map(changeId));
      const earlier = queries.getQueryData<ShownChanges>(CHANGES)?.changes ?? [];
      return {
        changes: [
          ...changes.map((change) => ({ ...change, shownAt: now })),
          ...earlier.filter((change) => !listed.has(changeId(change)) && now - change.shownAt < VISIT_MS),
        ],
        until,
        isMore,
      };
    },
  });
};

/** If the request fails, the server lists the same changes at the next visit. */
export const useMarkChangesSeen = () =>
  useApiMutation(routes.attendance.markChangesSeen, (until: string) => ({ body: { until } }));
