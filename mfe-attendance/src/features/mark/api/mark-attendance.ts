import { routes, type AttendanceRecord, type AttendanceSubmission } from '@qr-attendance/contracts';
import { deviceKeyIfAny, useApi, type ApiClient } from '@qr-attendance/web-kit';

/** Signs each attempt with the browser's key if there is one. A repeat returns the same record. */
export const createMarkAttendance =
  (api: ApiClient) =>
  async (submission: AttendanceSubmission, signal: AbortSignal): Promise<AttendanceRecord> => {
    // The server decides whether a mark without a key is acceptable.
    const key = await deviceKeyIfAny();
    const body = key ? { ...submission, deviceKey: key.publicKey } : submission;
    return api.call(routes.attendance.markAttendance, { body, signed: key !== undefined, signal });
  };

export const useMarkAttendance = () => createMarkAttendance(useApi());

interface PresenceAnswer {
  ticket: string;
  /** Scan time by this phone's clock; a weak network may deliver the answer much later. */
  madeAt: string | undefined;
}

export const useAnswerPresenceCheck = () => {
  const api = useApi();
  return async (answer: PresenceAnswer, signal: AbortSignal): Promise<AttendanceRecord> => {
    const key = await deviceKeyIfAny();
    const body = key ? { ...answer, deviceKey: key.publicKey } : answer;
    return api.call(routes.attendance.answerPresenceCheck, { body, signed: key !== undefined, signal });
  };
};
