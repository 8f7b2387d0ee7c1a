import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi, useIdentity } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { wasMarkedHere } from '../marked-sessions.ts';

/** A mark with which there is nothing left to do; an absence may be a mistake that a scan mends. */
const counts = ({ status, session }: AttendanceRecord): boolean =>
  !session.canceled && ['PRESENT', 'LATE', 'EXCUSED'].includes(status);

/** One try: whoever is not told by then marks again, which counts once. */
const PATIENCE_MS = 3_000;

/** The student's mark in a session that this browser marked before; null where there is none, or nobody says. */
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
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const query = { sessionId, limit: 1 };
      const [mark] = await api.call(routes.attendance.listAttendance, { query, signal }).catch(() => []);
      return mark && counts(mark) ? mark : null;
    },
  });
};
