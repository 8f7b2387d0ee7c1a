import { isStudentProfile, routes, type StudentProfile } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

export const meKey = ['student', 'me'];

/** My profile, read afresh each time the page is opened: another device may have changed it. */
export const useMe = () => {
  const api = useApi();
  return useQuery({
    queryKey: meKey,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<StudentProfile> => {
      const { profile } = await api.call(routes.auth.getMe, { signal });
      if (!isStudentProfile(profile)) throw new Error('not a student');
      return profile;
    },
  });
};
