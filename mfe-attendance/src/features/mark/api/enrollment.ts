import { routes, type VerifiedScan } from '@qr-attendance/contracts';
import { cachedScan, cacheScan, getDeviceId, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMarkAttendance } from './mark-attendance.ts';
import { scanKey } from './verify-code.ts';

const REFETCH_MS = 15_000;
const stateKey = (userId: string, courseId: string) => ['attendance', 'enrollment', userId, courseId];

export const useEnrollmentState = (courseId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: stateKey(userId, courseId),
    // A teacher may have just changed the state.
    gcTime: 0,
    queryFn: ({ signal }) => api.call(routes.course.getEnrollmentState, { params: { id: courseId }, signal }),
    refetchInterval: ({ state }) => state.data?.way === 'WAITING' && REFETCH_MS,
  });
};

export const useJoin = (courseId: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: (key: string | undefined) =>
      api.call(routes.course.enroll, {
        params: { id: courseId },
        ...(key === undefined ? {} : { body: { key } }),
      }),
  });
};

export const useRequestEnrollment = (courseId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.course.requestEnrollment, { params: { id: courseId } }),
    onSuccess: (state) => queries.setQueryData(stateKey(userId, courseId), state),
  });
};

/**
 * Tries once per scan. The rejection lists the student for the teacher. Resolves to true if the mark
 * succeeds.
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

/** Saves with the scan that its student has joined, so that neither a detour nor a reload asks again. */
export const useRememberJoined = (qrCode: string) => {
  const userId = useIdentity().user._id;
  const queries = useQueryClient();
  return (scan: VerifiedScan): void => {
    const joined = { ...scan, enrolled: true };
    queries.setQueryData(scanKey(userId, qrCode), joined);
    // An expired scan is not cached any more.
    if (cachedScan({ userId, qrCode })) cacheScan({ userId, qrCode }, joined);
  };
};
