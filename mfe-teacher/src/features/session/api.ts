import { routes, type AttendanceRecord, type Session } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewKeys, rosterKey, sessionKey } from '../../shared/api/sessions.ts';
import { useToldMark } from './api/use-told-mark.ts';

/** While it runs, so that the page shows that the server ended it or that another page renewed its code. */
const SESSION_EVERY_MS = 10_000;

export const useSession = (id: string) =>
  useApiQuery(
    routes.session.getSession,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.active ? SESSION_EVERY_MS : false) },
  );

/** The history of a record, oldest first. */
export const useMarkHistory = (id: string) =>
  useApiQuery(routes.attendance.getMarkHistory, { params: { id } });

/** Accepts a record as the teacher sees it. The server rejects the call when the record has changed since. */
export const useAcceptMark = ({ _id: id, version }: AttendanceRecord) =>
  useApiMutation(
    routes.attendance.reviewMark,
    () => ({ params: { id }, body: { decision: 'accept' as const, version } }),
    { onSuccess: useToldMark() },
  );

export const useAnswerDispute = (id: string) =>
  useApiMutation(
    routes.attendance.answerDispute,
    (answer: string) => ({ params: { id }, body: { answer } }),
    { onSuccess: useToldMark() },
  );

/** Enrolls and marks a student whose mark was refused. */
export const useEnrollAndMark = (sessionId: string) => {
  const queries = useQueryClient();
  const apply = useToldMark();
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

/** Ends the lock of a student's PIN, or the waiting time of a new device or passkey. */
export const useRemedy = (remedy: keyof typeof remedies, sessionId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (studentId: string) => api.call(remedies[remedy], { body: { sessionId, studentId } }),
    onSuccess: () => Promise.all(reviewKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
};

/** How soon the projector view shows that a presence check has begun. */
const PRESENCE_EVERY_MS = 5_000;

/**
 * Reports that the class can see the code while this page is in front, and reads whether a presence check is under way.
 * The server starts no presence check without such a page.
 */
export const useShownPresenceCheck = ({ _id: id, presenceCheck }: Session, shown: boolean) =>
  useApiQuery(
    routes.session.showPresenceCheck,
    { params: { id } },
    {
      enabled: shown && presenceCheck !== undefined && presenceCheck.state !== 'over',
      retry: false,
      refetchInterval: ({ state }) => (state.data?.state === 'over' ? false : PRESENCE_EVERY_MS),
    },
  );

export const useAskPresenceCheck = (id: string) => {
  const queries = useQueryClient();
  const params = { id };
  return useApiMutation(routes.session.askPresenceCheck, () => ({ params }), {
    // This page shows the code from now on, and says so.
    refetches: [sessionKey(id)],
    onSuccess: (asked) => queries.setQueryData(apiKey(routes.session.showPresenceCheck, { params }), asked),
  });
};
