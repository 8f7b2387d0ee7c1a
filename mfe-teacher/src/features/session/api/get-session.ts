import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { sessionKey } from '../../../shared/api/session-keys.ts';

/** While it runs: learns that the server ended it, or that another page renewed its code. */
const EVERY_MS = 10_000;

export const useSession = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => api.call(routes.session.getSession, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.active ? EVERY_MS : false),
  });
};
