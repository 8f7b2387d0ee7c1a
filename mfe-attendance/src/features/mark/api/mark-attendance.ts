import { routes, type AttendanceSubmission } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { retryWhatMayPass } from './retry.ts';

/** Marks. A repeat answers with the same record. */
export const useMarkAttendance = () => {
  const api = useApi();
  return useMutation({
    ...retryWhatMayPass,
    mutationFn: (body: AttendanceSubmission) => api.call(routes.attendance.markAttendance, { body }),
  });
};
