import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const useSummary = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['student', 'summary'],
    queryFn: ({ signal }) => api.call(routes.attendance.getAnalyticsSummary, { signal }),
  });
};
