import { knownOrOther, sessionStateSchema, type Session, type SessionState } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';

/** A session loaded as scheduled may have begun since. */
export const stateOf = (
  { state, active, startTime }: Pick<Session, 'state' | 'active' | 'startTime'>,
  now = Date.now(),
): SessionState => {
  const known = knownOrOther(sessionStateSchema, state);
  if (known === 'canceled' || !active) return known === 'canceled' ? 'canceled' : 'ended';
  return Date.parse(startTime) > now ? 'scheduled' : 'running';
};

export const isPastDay = (day: string, now = new Date()): boolean => day < campusClock(now).day;
