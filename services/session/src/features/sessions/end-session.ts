import type { Caller } from '@qr-attendance/server';
import type { Logger } from '@qr-attendance/observability';
import { changeSessionFor } from '../../core/sessions/change-session.ts';
import type { SessionAccess } from '../../core/sessions/find-session-for.ts';
import { stateOf, type Session } from '../../core/sessions/rules/session.ts';
import { toCanceled, toEnded, toOverdueEnded } from '../../core/sessions/rules/transitions.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';

interface EndSessionDeps {
  sessions: Sessions;
  clock: () => Date;
}

export const writeEnd = async (
  { sessions, openEndedMs }: { sessions: Sessions; openEndedMs: number },
  session: Session,
  now: Date,
): Promise<Session> => {
  const ended = toOverdueEnded(session, now, openEndedMs);
  return (await sessions.save(ended)) ? ended : ((await sessions.find(session.id)) ?? ended);
};

/** Ends a session by the server's clock, or cancels a session that has not started. Idempotent. */
export const endSession = (context: SessionAccess, teacher: Caller, id: string): Promise<Session> =>
  changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    if (!session.active) return session;
    return stateOf(session, author.at) === 'scheduled'
      ? toCanceled(session, author)
      : toEnded(session, author.at, author.by);
  });

const BATCH = 100;

/**
 * Ends sessions whose end time has passed, longest overdue first, and unattended sessions without an end time. If
 * replicas run it concurrently, one of them writes the end. A session that cannot be ended does not block others.
 */
export const endOverdueSessions = async (
  context: EndSessionDeps & { log: Logger; openEndedMs: number },
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
