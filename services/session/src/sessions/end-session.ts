import { type Caller, notFound, temporarilyUnavailable } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { stateOf, type Session } from './rules/session.ts';
import { toCanceled, toEnded, toOverdueEnded, type Author } from './rules/transitions.ts';

type Ending = Pick<Context, 'sessions' | 'clock'>;

/** Finds a session of the teacher's own. @throws DomainError (not found) for another's, as for one that is not there */
export const findOwnSession = async (
  { sessions }: Pick<Context, 'sessions'>,
  teacher: Caller,
  id: string,
): Promise<Session> => {
  const session = await sessions.find(id);
  if (session?.teacherId !== teacher.id) throw notFound('Session');
  return session;
};

/** Somebody else may change a session as often before this change is given up. */
const TRIES = 5;

/**
 * Changes a session of the teacher's own. A request that is overtaken reads again: of any number of simultaneous tries each
 * sees what the one before wrote.
 * @param change the session as it shall be; the same one where there is nothing to change
 */
export const changeOwnSession = async (
  { sessions, clock }: Pick<Context, 'sessions' | 'clock'>,
  teacher: Caller,
  id: string,
  change: (session: Session, author: Author & { by: string }) => Session,
): Promise<Session> => {
  for (let left = TRIES; left > 0; left -= 1) {
    const session = await findOwnSession({ sessions }, teacher, id);
    const changed = change(session, { by: teacher.id, at: clock() });
    if (changed === session || (await sessions.save(changed))) return changed;
  }
  throw temporarilyUnavailable();
};

/**
 * Writes the end of a session that is due to end. Of any number of simultaneous tries one writes, and all see what it wrote.
 */
export const writeEnd = async (
  { sessions, openEndedMs }: Pick<Context, 'sessions' | 'openEndedMs'>,
  session: Session,
  now: Date,
): Promise<Session> => {
  const ended = toOverdueEnded(session, now, openEndedMs);
  return (await sessions.save(ended)) ? ended : ((await sessions.find(session.id)) ?? ended);
};

/** Ends a session by hand, on the server's clock; one that has not begun is canceled. A repeat changes nothing. */
export const endSession = (context: Ending, teacher: Caller, id: string): Promise<Session> =>
  changeOwnSession(context, teacher, id, (session, author) => {
    if (!session.active) return session;
    return stateOf(session, author.at) === 'scheduled'
      ? toCanceled(session, author)
      : toEnded(session, author.at, author.by);
  });

const BATCH = 100;

/**
 * Ends the sessions whose end time has passed, however long ago, those first that have waited longest, and those without one
 * that nobody attends any more. Any number of
 * replicas may do so at once: of two that end the same session one writes. One that cannot be ended holds up no other.
 */
export const endOverdueSessions = async (
  context: Ending & Pick<Context, 'log' | 'openEndedMs'>,
): Promise<void> => {
  const { sessions, clock, log } = context;
  const tryToEnd = (session: Session, now: Date): Promise<boolean> =>
    writeEnd(context, session, now).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, sessionId: session.id }, 'failed to end an overdue session');
        return false;
      },
    );
  const now = clock();
  for (;;) {
    const unattendedSince = new Date(now.getTime() - context.openEndedMs);
    const overdue = await sessions.listOverdue(now, unattendedSince, BATCH);
    let ended = 0;
    for (const session of overdue) if (await tryToEnd(session, now)) ended += 1;
    if (overdue.length < BATCH || ended === 0) return;
  }
};
