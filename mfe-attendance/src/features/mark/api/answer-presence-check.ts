import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { deviceKeyIfAny, useApi } from '@qr-attendance/web-kit';

interface Answer {
  ticket: string;
  /** When it was scanned, by this phone's clock: bad Wi-Fi may deliver it late. */
  madeAt: string | undefined;
}

/** Answers as the class is asked once more, signed by this browser's key. A repeat answers with the same record. */
export const useAnswerPresenceCheck = () => {
  const api = useApi();
  return async (answer: Answer, signal: AbortSignal): Promise<AttendanceRecord> => {
    const key = await deviceKeyIfAny();
    const body = key ? { ...answer, deviceKey: key.publicKey } : answer;
    return api.call(routes.attendance.answerPresenceCheck, { body, signed: key !== undefined, signal });
  };
};
