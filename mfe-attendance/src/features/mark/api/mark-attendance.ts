import { routes, type AttendanceSubmission } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';

/** Marks. A repeat answers with the same record. */
export const useMarkAttendance = () => {
  const api = useApi();
  return (body: AttendanceSubmission, signal: AbortSignal) =>
    api.call(routes.attendance.markAttendance, { body, signal });
};
