import { LATE_DELIVERY_MINUTES } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
import { conflict, type DomainError } from '@qr-attendance/server';
import { statusAt } from '../../status/rules/late-or-present.ts';

/** Marks and answers delayed by poor Wi-Fi have arrived this long after the end. */
export const SETTLED_AFTER_MINUTES = LATE_DELIVERY_MINUTES + 5;

export const sessionEndedError = (): DomainError => conflict('session_ended', 'This class has ended.');

export const sessionCanceledError = (): DomainError =>
  conflict('session_canceled', 'This class was canceled.');

/**
 * Rejects scans outside the session's time.
 * @param isDelayed whether the scan was made earlier and arrives now
 */
export const judgeTime = (session: SessionState, now: Date, isDelayed: boolean): DomainError | undefined => {
  if (session.canceledAt) return sessionCanceledError();
  const isOver = session.endTime !== undefined && Date.parse(session.endTime) <= now.getTime();
  // A scan that was made before the end may arrive after it.
  const wasRunning = session.active || (isDelayed && session.endTime !== undefined);
  if (isOver || !wasRunning) return sessionEndedError();
  if (Date.parse(session.startTime) > now.getTime())
    return conflict('session_not_begun', 'This class has not started yet.');
  return undefined;
};

/** The scan was in time when it was made; only its late arrival would make it late or rejected. */
export const isLateDelivery = (session: SessionState, made: Date, now: Date): boolean =>
  !judgeTime(session, made, true) &&
  (judgeTime(session, now, false) !== undefined || statusAt(session, made) !== statusAt(session, now));
