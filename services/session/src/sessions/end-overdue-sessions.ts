import type { Logger } from '@qr-attendance/observability';
import type { Sessions } from './sessions.ts';
import type { Session } from './rules/session.ts';
import type { End } from './end-session.ts';

const BATCH = 100;

interface Deps {
  sessions: Sessions;
  end: End;
  clock: () => Date;
  log: Logger;
}

/**
 * Ends the sessions whose end time has passed, however long ago, those first that have waited longest. Any number of
 * replicas may do so at once: of two that end the same session one writes. One that cannot be ended holds up no other.
 */
export const makeEndOverdueSessions = ({ sessions, end, clock, log }: Deps) => {
  const tryToEnd = (session: Session, now: Date): Promise<boolean> =>
    end(session, now).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, sessionId: session.id }, 'an overdue session was not ended');
        return false;
      },
    );
  return async (): Promise<void> => {
    const now = clock();
    for (;;) {
      const overdue = await sessions.listOverdue(now, BATCH);
      let ended = 0;
      for (const session of overdue) if (await tryToEnd(session, now)) ended += 1;
      if (overdue.length < BATCH || ended === 0) return;
    }
  };
};
