import { routes, type AttendanceRecord, type AttendanceSubmission } from '@qr-attendance/contracts';
import {
  type ApiClient,
  cachedScan,
  cacheScan,
  claimsOf,
  deviceKey,
  deviceKeyIfAny,
  isTransient,
  livePolling,
  markRequest,
  presenceAnswerRequest,
  type ReceivedScan,
  receiveScan,
  sendOverlapped,
  signScan,
  useApi,
  useIdentity,
  verifyCodeRequest,
} from '@qr-attendance/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { wasMarkedHere } from './marked-sessions.ts';
import type { MarkOwner } from './pending/pending-mark.ts';
import { pendingMarks } from './pending/pending-marks.ts';

const scanKey = (userId: string, qrCode: string) => ['attendance', 'scan', userId, qrCode];

/**
 * A reload must not request another ticket. Leaving the page does not cancel the request, because its answer
 * is cached.
 */
export const useScan = (qrCode: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    ...livePolling<ReceivedScan>(verifyCodeRequest, false),
    retry: (_failures, error) => isTransient(error),
    queryKey: scanKey(userId, qrCode),
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => {
      const cached = cachedScan({ userId, qrCode });
      if (cached) return cached;
      const [pending, scanProof] = await Promise.all([
        // Includes a mark that another tab is sending.
        pendingMarks.find({ userId, qrCode }),
        signScan(qrCode),
      ]);
      if (pending) return pending.scan;
      const answer = await sendOverlapped(verifyCodeRequest, (signal) =>
        api.call(verifyCodeRequest.route, { params: { qrCode }, scanProof, signal }),
      );
      const scan = receiveScan(answer);
      cacheScan({ userId, qrCode }, scan);
      return scan;
    },
  });
};

/**
 * Stores in the cached scan that the student has joined, so that the page does not ask again after a reload.
 */
export const useSaveJoinedCourse = (qrCode: string) => {
  const userId = useIdentity().user._id;
  const queries = useQueryClient();
  return (scan: ReceivedScan): void => {
    const joined = { ...scan, enrolled: true };
    queries.setQueryData(scanKey(userId, qrCode), joined);
    // An expired scan must not be cached again.
    if (cachedScan({ userId, qrCode })) cacheScan({ userId, qrCode }, joined);
  };
};

/**
 * Whether the scan was signed. The server then accepts the ticket only in a request signed by the same key.
 */
const isBound = (ticket: string): boolean => claimsOf(ticket)['cnf'] !== undefined;

/**
 * Adds the browser's key for signing. After an unsigned scan, the server decides whether a mark needs the
 * key.
 */
const withDeviceKey = async <Body extends { ticket: string }>(body: Body) => {
  const key = await (isBound(body.ticket) ? deviceKey() : deviceKeyIfAny());
  return key ? { body: { ...body, deviceKey: key.publicKey }, signed: true } : { body, signed: false };
};

/** Signs each attempt. A repeated request returns the same record. */
export const createMarkAttendance =
  (api: ApiClient) =>
  async (submission: AttendanceSubmission, signal: AbortSignal): Promise<AttendanceRecord> =>
    api.call(markRequest.route, { ...(await withDeviceKey(submission)), signal });

export const useMarkAttendance = () => createMarkAttendance(useApi());

interface PresenceAnswer {
  ticket: string;
  /** The time of the mark by this phone's clock; a weak network may deliver it much later. */
  madeAt: string | undefined;
}

export const useAnswerPresenceCheck = () => {
  const api = useApi();
  return async (answer: PresenceAnswer, signal: AbortSignal): Promise<AttendanceRecord> =>
    api.call(presenceAnswerRequest.route, { ...(await withDeviceKey(answer)), signal });
};

export const usePendingMark = (owner: MarkOwner) =>
  useQuery({
    queryKey: ['attendance', 'pending', owner.userId, owner.qrCode],
    queryFn: async () => (await pendingMarks.find(owner)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });

const counts = ({ status, session }: AttendanceRecord): boolean =>
  !session.canceled && ['PRESENT', 'LATE', 'EXCUSED'].includes(status);

/**
 * The time-out is short, because the request is not retried. After a time-out the student marks again, and
 * only one mark counts.
 */
const TIMEOUT_MS = 3_000;

export const useOwnMark = (sessionId: string) => {
  const api = useApi();
  const userId = useIdentity().user._id;
  return useQuery({
    queryKey: ['attendance', 'own-mark', userId, sessionId],
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      if (!wasMarkedHere({ userId, sessionId })) return null;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const query = { sessionId, limit: 1 };
      const [mark] = await api.call(routes.attendance.listAttendance, { query, signal }).catch(() => []);
      return mark && counts(mark) ? mark : null;
    },
  });
};
