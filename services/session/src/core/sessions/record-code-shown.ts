import { RETRY, retryOnConflict, WriteConflict } from '@qr-attendance/server';
import type { Session } from './rules/session.ts';
import type { Sessions } from './sessions.ts';

const PRECISION_MS = 60_000;

/** Publishes the first display, because it proves that the class takes place. */
export const recordCodeShown = async (
  { sessions }: { sessions: Sessions },
  session: Session,
  now: Date,
): Promise<Session> => {
  let current: Session | undefined = session;
  const recorded = await retryOnConflict('session', async () => {
    if (!current?.active || current.codeShownAt) return undefined;
    const shown: Session = {
      ...current,
      codeShownAt: now,
      codeLastShownAt: now,
      version: current.version + 1,
    };
    if (await sessions.save(shown)) return shown;
    current = await sessions.find(session.id);
    return RETRY;
  }).catch((error: unknown) => {
    // After a conflict, the next display of the code is recorded instead.
    if (!(error instanceof WriteConflict)) throw error;
  });
  if (recorded) return recorded;
  if (!current?.codeShownAt) return current ?? session;
  const { codeLastShownAt } = current;
  if (!codeLastShownAt || now.getTime() - codeLastShownAt.getTime() >= PRECISION_MS)
    await sessions.touchShown(current.id, now);
  return current;
};
