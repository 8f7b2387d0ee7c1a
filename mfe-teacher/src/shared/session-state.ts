import { knownOr, sessionStateSchema, type Session, type SessionState } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';

/** A session read as scheduled may have begun since. */
export const stateOf = (
  { state, active, startTime }: Pick<Session, 'state' | 'active' | 'startTime'>,
  now = Date.now(),
): SessionState => {
  const known = knownOr(sessionStateSchema, state);
  if (known === 'canceled' || !active) return known === 'canceled' ? 'canceled' : 'ended';
  return Date.parse(startTime) > now ? 'scheduled' : 'running';
};

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

export const isPastDay = (day: string, now = new Date()): boolean => day < campusClock(now).day;
