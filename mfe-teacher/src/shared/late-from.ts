import type { Session } from '@qr-attendance/contracts';

/** Undefined if never, or only after the planned end. A session that was ended early keeps it. */
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
