import { routes, type EXTRA_TIME_MINUTES, type ExtraTime } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

type Minutes = (typeof EXTRA_TIME_MINUTES)[number];
const keyOf = (courseId: string, studentId: string) => ['teacher', 'extra-time', courseId, studentId];

export const useExtraTime = (courseId: string, studentId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(courseId, studentId),
    queryFn: ({ signal }) =>
      api.call(routes.session.getExtraTime, { params: { courseId, studentId }, signal }),
  });
};

export const useSetExtraTime = (courseId: string, studentId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (minutes: Minutes) =>
      api.call(routes.session.setExtraTime, { params: { courseId, studentId }, body: { minutes } }),
    onSuccess: (saved: ExtraTime) => queries.setQueryData(keyOf(courseId, studentId), saved),
  });
};
