import type { Sessions } from '../data/sessions.ts';
import type { End } from './end-session.ts';

const BATCH = 100;

/** Ends the sessions whose end time has passed; any number of replicas may do so at once. */
export const makeEndOverdueSessions =
  ({ sessions, end, clock }: { sessions: Sessions; end: End; clock: () => Date }) =>
  async (): Promise<void> => {
    const now = clock();
    for (;;) {
      const overdue = await sessions.listOverdue(now, BATCH);
      for (const session of overdue) await end(session, now);
      if (overdue.length < BATCH) return;
    }
  };
