import type { Context } from '../context.ts';
import type { Session } from '../sessions/rules/session.ts';

/** When a code was last shown is kept to within this time, so that a page that shows codes all day writes little. */
const PRECISION_MS = 60_000;

/** A write that loses a race is tried again this often. */
const TRIES = 5;

/**
 * Records that a session's code is shown. The first time it is published, as it proves that the class takes place.
 * @returns the session as it is then
 */
export const recordShown = async (
  { sessions }: Pick<Context, 'sessions'>,
  session: Session,
  now: Date,
): Promise<Session> => {
  let current: Session | undefined = session;
  for (let left = TRIES; left > 0 && current?.active && !current.codeShownAt; left -= 1) {
    const shown: Session = {
      ...current,
      codeShownAt: now,
      codeLastShownAt: now,
      version: current.version + 1,
    };
    if (await sessions.save(shown)) return shown;
    current = await sessions.find(session.id);
  }
  if (!current?.codeShownAt) return current ?? session;
  const { codeLastShownAt } = current;
  if (!codeLastShownAt || now.getTime() - codeLastShownAt.getTime() >= PRECISION_MS)
    await sessions.touchShown(current.id, now);
  return current;
};
