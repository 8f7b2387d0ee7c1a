import type { SecondLook as SecondLookAnswer } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { changeOwnSession } from '../sessions/end-session.ts';
import { stateOf, type SecondLook, type Session } from '../sessions/rules/session.ts';
import {
  hasSecondLook,
  isConfirmedBy,
  isDue,
  mayAsk,
  presentSecondLook,
  toAsked,
} from './rules/second-look.ts';

type Changing = Pick<Context, 'sessions' | 'clock'>;

const requireSecondLook = (session: Session, now: Date): void => {
  if (!hasSecondLook(session))
    throw new DomainError('conflict', 'second_look_off', 'This session has no second look.');
  const state = stateOf(session, now);
  if (state === 'ended') throw new DomainError('conflict', 'session_ended', 'This session has ended.');
  if (state === 'canceled') throw new DomainError('conflict', 'session_canceled', 'This class was canceled.');
};

const withSecondLook = (session: Session, secondLook: SecondLook): Session => ({
  ...session,
  secondLook,
  version: session.version + 1,
});

const answerOf = ({ clock }: Changing, session: Session): SecondLookAnswer =>
  presentSecondLook(session, clock()) ?? { state: 'waiting' };

/** Asks the class once more as its teacher wants it, instead of at a random moment. A repeat changes nothing. */
export const askSecondLook = async (
  context: Changing,
  teacher: Caller,
  id: string,
): Promise<SecondLookAnswer> => {
  const asked = await changeOwnSession(context, teacher, id, (session, { at: now }) => {
    requireSecondLook(session, now);
    if (stateOf(session, now) === 'scheduled')
      throw new DomainError('conflict', 'session_not_begun', 'This session has not begun yet.');
    return mayAsk(session, now) ? withSecondLook(session, toAsked(session, now)) : session;
  });
  return answerOf(context, asked);
};

/**
 * Called while a page shows the code: starts the presence check when its time has come, and confirms it once it was
 * shown to the end. If no page shows the code neither happens, so nobody misses a check that nobody could see.
 */
export const showSecondLook = async (
  context: Changing,
  teacher: Caller,
  id: string,
): Promise<SecondLookAnswer> => {
  const shown = await changeOwnSession(context, teacher, id, (session, { at: now }) => {
    requireSecondLook(session, now);
    const { secondLook } = session;
    if (secondLook && isConfirmedBy(secondLook, now))
      return withSecondLook(session, { ...secondLook, confirmed: true });
    if (stateOf(session, now) !== 'running' || !isDue(session, now)) return session;
    return withSecondLook(session, toAsked(session, now));
  });
  return answerOf(context, shown);
};
