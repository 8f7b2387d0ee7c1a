import { routes, type AttendanceSubmission } from '@qr-attendance/contracts';
import { ApiError, useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';

const RETRIES = 2;
const FIRST_PAUSE_MS = 1_000;

/** No answer came, or none from the service itself. */
const mayPass = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Marks. A repeat answers with the same record, so what may pass is tried again: a full hall shares poor Wi-Fi. */
export const useMarkAttendance = () => {
  const api = useApi();
  return useMutation({
    // Offline is an error to show, not a reason to wait silently.
    networkMode: 'always',
    retry: (failures, error) => failures < RETRIES && mayPass(error),
    retryDelay: (failures) => FIRST_PAUSE_MS * 2 ** failures * (0.5 + Math.random()),
    mutationFn: (body: AttendanceSubmission) => api.call(routes.attendance.markAttendance, { body }),
  });
};
