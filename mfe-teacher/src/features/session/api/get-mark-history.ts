import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { markHistoryKey } from '../../../shared/api/session-keys.ts';

/** What happened to a mark, oldest first. */
export const useMarkHistory = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: markHistoryKey(id),
    queryFn: ({ signal }) => api.call(routes.attendance.getMarkHistory, { params: { id }, signal }),
  });
};
