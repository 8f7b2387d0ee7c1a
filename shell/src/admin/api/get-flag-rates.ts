import { routes } from '@qr-attendance/contracts';
import { useQuery } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';

/** How often marks of all courses are flagged, by device and network. */
export const useAllFlagRates = () => {
  const { api } = useIdentityState();
  return useQuery({
    queryKey: ['admin', 'flag-rates'],
    queryFn: ({ signal }) => api.call(routes.attendance.getAllFlagRates, { signal }),
  });
};
