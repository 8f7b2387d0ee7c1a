import { routes, type AttendanceRecord, type AttendanceSubmission } from '@qr-attendance/contracts';
import { deviceKey, DeviceKeyError, useApi, type ApiClient, type OwnKey } from '@qr-attendance/web-kit';

/** Without a key the server decides whether the mark needs one. */
const keyOrNone = async (): Promise<OwnKey | undefined> => {
  try {
    return await deviceKey();
  } catch (error) {
    if (error instanceof DeviceKeyError) return undefined;
    throw error;
  }
};

/** Marks, signed again each time by this browser's key where it has one. A repeat answers with the same record. */
export const makeMarkAttendance =
  (api: ApiClient) =>
  async (submission: AttendanceSubmission, signal: AbortSignal): Promise<AttendanceRecord> => {
    const key = await keyOrNone();
    const body = key ? { ...submission, deviceKey: key.publicKey } : submission;
    return api.call(routes.attendance.markAttendance, { body, signed: key !== undefined, signal });
  };

export const useMarkAttendance = () => makeMarkAttendance(useApi());
