import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const markHistoryKey = (id: string) => ['student', 'mark-history', id];

/** What happened to one of my marks, oldest first. */
export const useMarkHistory = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: markHistoryKey(id),
    queryFn: ({ signal }) => api.call(routes.attendance.getMarkHistory, { params: { id }, signal }),
  });
};
