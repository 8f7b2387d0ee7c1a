import { routes, type VerifiedScan } from '@qr-attendance/contracts';
import { cachedScan, cacheScan, useApi, useIdentity } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { scanKey } from './verify-code.ts';

/** Whether the student is in the course of a scan, and what it takes to be. */
export const useEnrollmentState = (courseId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: ['attendance', 'enrollment', userId, courseId],
    // Says so at once where there is no network; and a teacher may have changed it a moment ago.
    networkMode: 'always',
    gcTime: 0,
    queryFn: ({ signal }) => api.call(routes.course.getEnrollmentState, { params: { id: courseId }, signal }),
  });
};

/** Enrolls in the course of a scan; `key` where the course asks for one. */
export const useJoin = (courseId: string) => {
  const api = useApi();
  return useMutation({
    networkMode: 'always',
    mutationFn: (key: string | undefined) =>
      api.call(routes.course.enroll, {
        params: { id: courseId },
        ...(key === undefined ? {} : { body: { key } }),
      }),
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
