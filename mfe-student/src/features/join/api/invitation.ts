import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-my-courses.ts';

const invitationKey = (token: string) => ['student', 'invitation', token];

/** The course that an invitation link leads to. */
export const useInvitation = (token: string) => {
  const api = useApi();
  return useQuery({
    queryKey: invitationKey(token),
    queryFn: ({ signal }) => api.call(routes.course.getInvitation, { params: { token }, signal }),
  });
};

export const useAcceptInvitation = (token: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.course.acceptInvitation, { params: { token } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: invitationKey(token) }),
        queries.invalidateQueries({ queryKey: coursesKey }),
      ]),
  });
};
