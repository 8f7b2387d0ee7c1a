import { routes, type AttendanceRecord, type Dispute } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { reviewKeys, rosterKey } from '../../../shared/api/sessions.ts';
import { useApplyMark, useReloadMarks } from './apply-marks.ts';

export const useMarkHistory = (id: string) =>
  useApiQuery(routes.attendance.getMarkHistory, { params: { id } });

/** The server rejects the request if the record has changed since. */
export const useAcceptMark = ({ _id: id, session, version }: AttendanceRecord) =>
  useApiMutation(
    routes.attendance.reviewMark,
    () => ({ params: { id }, body: { decision: 'accept' as const, version } }),
    { onSuccess: useApplyMark(), onError: useReloadMarks(session._id) },
  );

/** The server rejects the answer if this dispute is no longer open. */
export const useAnswerDispute = ({ _id: id, session }: AttendanceRecord, { at: disputedAt }: Dispute) =>
  useApiMutation(
    routes.attendance.answerDispute,
    (answer: string) => ({ params: { id }, body: { answer, disputedAt } }),
    { onSuccess: useApplyMark(), onError: useReloadMarks(session._id) },
  );

export const useEnrollAndMark = (sessionId: string) => {
  const queries = useQueryClient();
  const apply = useApplyMark();
  return useApiMutation(
    routes.attendance.enrollAndMark,
    (studentId: string) => ({ body: { sessionId, studentId } }),
    {
      onSuccess: (record) => {
        apply(record);
        void queries.invalidateQueries({ queryKey: rosterKey(sessionId) });
      },
    },
  );
};

const remedies = { resetLock: routes.attendance.resetPinLock, confirm: routes.attendance.confirmProof };

/** Ends the lock of a student's PIN, or the cool-down of a new device or passkey. */
export const useApplyRemedy = (remedy: keyof typeof remedies, sessionId: string) =>
  useApiMutation(remedies[remedy], (studentId: string) => ({ body: { sessionId, studentId } }), {
    refetches: reviewKeys,
  });
