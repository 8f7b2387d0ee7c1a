import { type PresenceCheck as PresenceCheckAnswer, routes } from '@qr-attendance/contracts';
import { type Caller, conflict, implement, type Implementation } from '@qr-attendance/server';
import { changeSessionFor } from '../../core/sessions/change-session.ts';
import type { SessionAccess } from '../../core/sessions/find-session-for.ts';
import type { PresenceCheck } from '../../db/stored-session.ts';
import { stateOf, type Session } from '../../core/sessions/rules/session.ts';
import {
  hasPresenceCheck,
  isConfirmedBy,
  isCheckDue,
  canStartCheck,
  presentPresenceCheck,
  withOpenedCheck,
} from '../../core/sessions/rules/presence-check.ts';

const requirePresenceCheck = (session: Session, now: Date): void => {
  if (!hasPresenceCheck(session)) throw conflict('presence_check_off', 'This class has no presence check.');
  const state = stateOf(session, now);
  if (state === 'ended') throw conflict('session_ended', 'This class has ended.');
  if (state === 'canceled') throw conflict('session_canceled', 'This class was canceled.');
};

const withPresenceCheck = (session: Session, presenceCheck: PresenceCheck): Session => ({
  ...session,
  presenceCheck,
  version: session.version + 1,
});

const answerOf = ({ clock }: SessionAccess, session: Session): PresenceCheckAnswer =>
  presentPresenceCheck(session, clock()) ?? { state: 'waiting' };

/** Starts the check now instead of at a random moment. Idempotent. */
const askPresenceCheck = async (
  context: SessionAccess,
  teacher: Caller,
  id: string,
): Promise<PresenceCheckAnswer> => {
  const asked = await changeSessionFor(context, teacher, 'manageSessions', id, (session, { at: now }) => {
    requirePresenceCheck(session, now);
    if (stateOf(session, now) === 'scheduled')
      throw conflict('session_not_begun', 'This class has not started yet.');
    return canStartCheck(session, now) ? withPresenceCheck(session, withOpenedCheck(session, now)) : session;
  });
  return answerOf(context, asked);
};

/**
 * Called while a page shows the code: starts the presence check when its time has come, and confirms it once
 * it was shown to the end. Without such a page neither happens, so nobody misses a check that nobody could
 * see.
 */
const showPresenceCheck = async (
  context: SessionAccess,
  teacher: Caller,
  id: string,
): Promise<PresenceCheckAnswer> => {
  const shown = await changeSessionFor(context, teacher, 'showCode', id, (session, { at: now }) => {
    requirePresenceCheck(session, now);
    const { presenceCheck } = session;
    if (presenceCheck && isConfirmedBy(presenceCheck, now))
      return withPresenceCheck(session, { ...presenceCheck, confirmed: true });
    if (stateOf(session, now) !== 'running' || !isCheckDue(session, now)) return session;
    return withPresenceCheck(session, withOpenedCheck(session, now));
  });
  return answerOf(context, shown);
};

export const presenceCheckRoutes = (context: SessionAccess): Implementation[] => [
  implement(routes.session.askPresenceCheck, ({ caller, params }) =>
    askPresenceCheck(context, caller, params.id),
  ),
  implement(routes.session.showPresenceCheck, ({ caller, params }) =>
    showPresenceCheck(context, caller, params.id),
  ),
];
