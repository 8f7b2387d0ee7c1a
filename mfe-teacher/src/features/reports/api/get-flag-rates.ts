import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

/** How often marks are flagged, by device and network; of one course or of all of mine. */
export const useFlagRates = (courseId: string | undefined) => {
  const api = useApi();
  return useQuery({
    queryKey: ['teacher', 'reports', 'flag-rates', courseId],
    queryFn: ({ signal }) =>
      api.call(routes.attendance.getFlagRates, { query: courseId ? { courseId } : {}, signal }),
  });
};
