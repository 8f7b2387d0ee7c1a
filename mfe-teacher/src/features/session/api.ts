import { routes, type AttendanceRecord, type Dispute, type Session } from '@qr-attendance/contracts';
import {
  apiKey,
  presenceCheckRequest,
  sessionRequest,
  useApiMutation,
  useApiQuery,
  useLiveQuery,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { reviewKeys, rosterKey, sessionKey } from '../../shared/api/sessions.ts';
import { useApplyMark, useReloadMarks } from './api/apply-marks.ts';

/** Detects that the server ended the session, or that another page renewed its code. */
const SESSION_REFETCH_MS = 10_000;

/** @param unattended whether the page opened by itself; its code then does not count as shown */
export const useSession = (id: string, unattended = false) =>
  useLiveQuery(
    sessionRequest,
    { params: { id }, ...(unattended ? { query: { unattended: 'true' as const } } : {}) },
    {
      everyMs: (session) => session?.active !== false && SESSION_REFETCH_MS,
      // Keeps the code visible when somebody touches the page.
      placeholderData: (before) => (before?._id === id ? before : undefined),
    },
  );

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

/** Maximum delay before the projector view shows that the check has started. */
const PRESENCE_REFETCH_MS = 5_000;

/**
 * Reports whether the class can see the code. The server starts a presence check only while a page shows the
 * code.
 */
export const useShownPresenceCheck = ({ _id: id, presenceCheck }: Session, shown: boolean) =>
  useLiveQuery(
    presenceCheckRequest,
    { params: { id } },
    {
      enabled: shown && presenceCheck !== undefined && presenceCheck.state !== 'over',
      everyMs: (check) => check?.state !== 'over' && PRESENCE_REFETCH_MS,
    },
  );

export const useStartPresenceCheck = (id: string) => {
  const queries = useQueryClient();
  const params = { id };
  return useApiMutation(routes.session.askPresenceCheck, () => ({ params }), {
    refetches: [sessionKey(id)],
    onSuccess: (asked) => queries.setQueryData(apiKey(routes.session.showPresenceCheck, { params }), asked),
  });
};
