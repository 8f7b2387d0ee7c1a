import { routes } from '@qr-attendance/contracts';
import {
  apiKey,
  enrollmentStateRequest,
  getDeviceId,
  useApiMutation,
  useLiveQuery,
} from '@qr-attendance/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMarkAttendance } from './api.ts';

const REFETCH_MS = 15_000;

export const useEnrollmentState = (id: string) =>
  useLiveQuery(
    enrollmentStateRequest,
    { params: { id } },
    {
      // The result is not cached, because a teacher may have just changed the state.
      gcTime: 0,
      everyMs: (state) => (!state || state.way === 'WAITING') && REFETCH_MS,
    },
  );

export const useJoin = (id: string) =>
  useApiMutation(routes.course.enroll, (key: string | undefined) => ({
    params: { id },
    ...(key !== undefined && { body: { key } }),
  }));

export const useRequestEnrollment = (id: string) => {
  const queries = useQueryClient();
  const input = { params: { id } };
  return useApiMutation(routes.course.requestEnrollment, () => input, {
    onSuccess: (state) => queries.setQueryData(apiKey(routes.course.getEnrollmentState, input), state),
  });
};

/**
 * Sends one mark per scan. If the server rejects the mark, the teacher sees that the student is present but
 * cannot mark. Resolves to true if the mark succeeds.
 */
export const useReportPresence = (ticket: string) => {
  const mark = useMarkAttendance();
  return useQuery({
    queryKey: ['attendance', 'refused', ticket],
    retry: false,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      mark({ ticket, deviceId: getDeviceId() }, signal).then(
        () => true,
        () => false,
      ),
  });
};
