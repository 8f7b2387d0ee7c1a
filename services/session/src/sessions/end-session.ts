import type { Action } from '@qr-attendance/contracts';
import { type Caller, RETRY, notFound, retryOnConflict } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { requireOnSession } from '../projections/find-courses.ts';
import { stateOf, type Session } from './rules/session.ts';
import { toCanceled, toEnded, toOverdueEnded, type Author } from './rules/transitions.ts';

type Ending = Pick<Context, 'sessions' | 'clock'>;

/** The dependencies of a change by the staff of a session's courses. */
export type OnSession = Pick<Context, 'sessions' | 'courses' | 'units' | 'courseService' | 'clock'>;

/** @throws DomainError (forbidden, not_found) unless the caller's role in one of its courses allows the action */
export const findSessionFor = async (
  context: OnSession,
  caller: Caller,
  action: Action,
  id: string,
): Promise<Session> => {
  const session = await context.sessions.find(id);
  if (!session) throw notFound('Session');
  await requireOnSession(context, caller, action, session);
  return session;
};

/** Retries with the current state after a concurrent change. */
export const changeSessionFor = (
  context: OnSession,
  caller: Caller,
  action: Action,
  id: string,
  change: (session: Session, author: Author & { by: string }) => Session,
): Promise<Session> =>
  retryOnConflict('session', async () => {
    const session = await findSessionFor(context, caller, action, id);
    const changed = change(session, { by: caller.id, at: context.clock() });
    return changed === session || (await context.sessions.save(changed)) ? changed : RETRY;
  });

export const writeEnd = async (
  { sessions, openEndedMs }: Pick<Context, 'sessions' | 'openEndedMs'>,
  session: Session,
  now: Date,
): Promise<Session> => {
  const ended = toOverdueEnded(session, now, openEndedMs);
  return (await sessions.save(ended)) ? ended : ((await sessions.find(session.id)) ?? ended);
};

/**
 * Ends a session by the server's clock; one that has not started is canceled. Repeating it changes nothing.
 */
export const endSession = (context: OnSession, teacher: Caller, id: string): Promise<Session> =>
  changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    if (!session.active) return session;
    return stateOf(session, author.at) === 'scheduled'
      ? toCanceled(session, author)
      : toEnded(session, author.at, author.by);
  });

const BATCH = 100;

/**
 * Ends sessions whose end time has passed, the longest overdue first, and unattended sessions without one.
 * Replicas may do so concurrently: one of them writes the end. A session that cannot be ended does not block
 * others.
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
