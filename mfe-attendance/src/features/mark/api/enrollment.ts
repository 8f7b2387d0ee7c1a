import { routes, type VerifiedScan } from '@qr-attendance/contracts';
import { cachedScan, cacheScan, getDeviceId, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMarkAttendance } from './mark-attendance.ts';
import { scanKey } from './verify-code.ts';

/** How often who waits is looked for again. */
const WAITING_MS = 15_000;
const stateKey = (userId: string, courseId: string) => ['attendance', 'enrollment', userId, courseId];

/** Whether the student is in the course of a scan, and what it takes to be. */
export const useEnrollmentState = (courseId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: stateKey(userId, courseId),
    // A teacher may have changed it a moment ago.
    gcTime: 0,
    queryFn: ({ signal }) => api.call(routes.course.getEnrollmentState, { params: { id: courseId }, signal }),
    refetchInterval: ({ state }) => state.data?.way === 'WAITING' && WAITING_MS,
  });
};

/** Enrolls in the course of a scan; `key` where the course asks for one. */
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

/** Asks the teacher to be let in; what comes of it is the state from then on. */
export const useAskToJoin = (courseId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.course.requestEnrollment, { params: { id: courseId } }),
    onSuccess: (state) => queries.setQueryData(stateKey(userId, courseId), state),
  });
};

/**
 * Tries to mark, once a scan: the refusal puts the student on the teacher's list of who is here and can't mark.
 * @returns whether it marked, as the teacher let the student in meanwhile
 */
export const usePresenceToldOf = (ticket: string) => {
  const mark = useMarkAttendance();
  return useQuery({
    queryKey: ['attendance', 'told', ticket],
    retry: false,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      mark({ ticket, deviceId: getDeviceId() }, signal).then(
        () => true,
        () => false,
      ),
  });
};

/** Remembers with the scan that its student has joined: a detour or a reload does not ask again. */
export const useKeepJoined = (qrCode: string) => {
  const userId = useIdentity().user._id;
  const queries = useQueryClient();
  return (scan: VerifiedScan): void => {
    const joined = { ...scan, enrolled: true };
    queries.setQueryData(scanKey(userId, qrCode), joined);
    // One that is not kept is no longer good.
    if (cachedScan({ userId, qrCode })) cacheScan({ userId, qrCode }, joined);
  };
};
