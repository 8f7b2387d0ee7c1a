import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { wasMarkedHere } from '../marked-sessions.ts';

const counts = ({ status, session }: AttendanceRecord): boolean =>
  !session.canceled && ['PRESENT', 'LATE', 'EXCUSED'].includes(status);

/** There is one attempt. Without an answer the student marks again, which counts once. */
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
