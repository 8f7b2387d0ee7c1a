import { routes, type AttendanceRecord, type AttendanceSubmission } from '@qr-attendance/contracts';
import { deviceKeyIfAny, useApi, type ApiClient } from '@qr-attendance/web-kit';

/** Marks, signed again each time by this browser's key where it has one. A repeat answers with the same record. */
export const makeMarkAttendance =
  (api: ApiClient) =>
  async (submission: AttendanceSubmission, signal: AbortSignal): Promise<AttendanceRecord> => {
    // Without a key the server decides whether the mark needs one.
    const key = await deviceKeyIfAny();
    const body = key ? { ...submission, deviceKey: key.publicKey } : submission;
    return api.call(routes.attendance.markAttendance, { body, signed: key !== undefined, signal });
  };

export const useMarkAttendance = () => makeMarkAttendance(useApi());
