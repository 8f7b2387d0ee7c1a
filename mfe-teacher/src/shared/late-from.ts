import type { Session } from '@qr-attendance/contracts';

/** When marks of a session begin to be late (ISO 8601); undefined where none is, or it ends before. */
export const lateFromOf = ({
  startTime,
  endTime,
  lateAfterMinutes,
}: Pick<Session, 'startTime' | 'endTime' | 'lateAfterMinutes'>): string | undefined => {
  if (lateAfterMinutes === 0) return undefined;
  const from = Date.parse(startTime) + lateAfterMinutes * 60_000;
  return endTime !== undefined && from >= Date.parse(endTime) ? undefined : new Date(from).toISOString();
};
