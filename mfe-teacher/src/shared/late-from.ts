import type { Session } from '@qr-attendance/contracts';

/**
 * When marks of a session begin to be late (ISO 8601); undefined where none is, or the planned end comes before. A session
 * that was ended early keeps it: it says how its marks were judged.
 */
export const lateFromOf = ({
  startTime,
  endTime,
  lateAfterMinutes,
  active,
}: Pick<Session, 'startTime' | 'endTime' | 'lateAfterMinutes' | 'active'>): string | undefined => {
  if (lateAfterMinutes === 0) return undefined;
  const from = Date.parse(startTime) + lateAfterMinutes * 60_000;
  const isNeverReached = active && endTime !== undefined && from >= Date.parse(endTime);
  return isNeverReached ? undefined : new Date(from).toISOString();
};
