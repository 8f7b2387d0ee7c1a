import type { AttendanceStatus } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
import { type DomainError, forbidden } from '@qr-attendance/server';

/** The refusal of a session that takes no more scans. */
export const sessionEnded = (): DomainError => forbidden('session_ended', 'This class has ended.');

/** The refusal of a session that was canceled. */
export const sessionCanceled = (): DomainError => forbidden('session_canceled', 'This class was canceled.');

/** From when on scans are late; undefined where none is. */
export const lateFrom = ({
  startTime,
  lateAfterMinutes,
}: Pick<SessionState, 'startTime' | 'lateAfterMinutes'>): Date | undefined =>
  lateAfterMinutes > 0 ? new Date(Date.parse(startTime) + lateAfterMinutes * 60_000) : undefined;

/** The status of a scan at a moment; the server's clock alone counts. */
export const statusAt = (
  session: Pick<SessionState, 'startTime' | 'lateAfterMinutes'>,
  now: Date,
): AttendanceStatus => {
  const from = lateFrom(session);
  return from && now >= from ? 'LATE' : 'PRESENT';
};

/** Refuses outside the time in which a session takes scans. @param isLate made before, and arrived only now */
export const judgeTime = (session: SessionState, now: Date, isLate: boolean): DomainError | undefined => {
  if (session.canceledAt) return sessionCanceled();
  const isOver = session.endTime !== undefined && Date.parse(session.endTime) <= now.getTime();
  // A scan that was made before the end may arrive after it.
  const wasRunning = session.active || (isLate && session.endTime !== undefined);
  if (isOver || !wasRunning) return sessionEnded();
  if (Date.parse(session.startTime) > now.getTime())
    return forbidden('session_not_begun', 'This class has not started yet.');
  return undefined;
};
