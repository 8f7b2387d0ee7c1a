import type { Logger } from '../logging.ts';
import { runPeriodically } from '../run-periodically.ts';

const RELOAD_MS = 3_000;

/** Who may not call at present, as one process knows it. */
export interface Suspensions {
  isSuspended: (userId: string) => boolean;
  /** Loads once more, as when an event tells of a change. */
  refresh: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Keeps the ids of the suspended in memory, of which there are few: access tokens live for minutes and are checked
 * without a call, so a suspension must reach every replica by itself. Reloaded every 3 s; when that fails, those known stay.
 */
export const makeSuspensions = ({
  load,
  log,
}: {
  load: () => Promise<string[]>;
  log: Logger;
}): Suspensions => {
  let suspended = new Set<string>();
  const refresh = async (): Promise<void> => {
    suspended = new Set(await load());
  };
  const reloading = runPeriodically('reload suspensions', refresh, RELOAD_MS, log);
  return { isSuspended: (userId) => suspended.has(userId), refresh, stop: reloading.stop };
};
