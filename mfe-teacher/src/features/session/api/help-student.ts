import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewKey, rosterKey } from '../../../shared/api/session-keys.ts';
import { useToldMark } from './use-told-mark.ts';

/** Enrolls and marks somebody who was refused. */
export const useEnrollAndMark = (sessionId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useToldMark();
  return useMutation({
    mutationFn: (studentId: string) =>
      api.call(routes.attendance.enrollAndMark, { body: { sessionId, studentId } }),
    onSuccess: (record: AttendanceRecord) => {
      tell(record);
      void queries.invalidateQueries({ queryKey: rosterKey(sessionId) });
    },
  });
};

const remedies = { resetLock: routes.attendance.resetPinLock, confirm: routes.attendance.confirmProof };

/** Ends the lock of a student's PIN, or the waiting time of a new device or passkey. */
export const useRemedy = (remedy: keyof typeof remedies, sessionId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (studentId: string) => api.call(remedies[remedy], { body: { sessionId, studentId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: reviewKey }),
  });
};
