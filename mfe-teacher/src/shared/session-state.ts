import { knownOr, sessionStateSchema, type Session, type SessionState } from '@qr-attendance/contracts';

/**
 * What a session is now: a scheduled one that was read a moment ago may have begun since.
 */
export const stateOf = (
  { state, active, startTime }: Pick<Session, 'state' | 'active' | 'startTime'>,
  now = Date.now(),
): SessionState => {
  const told = knownOr(sessionStateSchema, state);
  if (told === 'canceled' || !active) return told === 'canceled' ? 'canceled' : 'ended';
  return Date.parse(startTime) > now ? 'scheduled' : 'running';
};
