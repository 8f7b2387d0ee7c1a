import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';

const MAX_PAUSE_MS = 2_000;
/** While students mark, imports pause for this multiple of the time that a batch took. */
const PAUSE_SHARE = 1;

/**
 * Waits after a batch that wrote something while codes of sessions can be scanned, so that marks find free
 * processors and databases. Also waits if the session service does not answer, because it may be busy with
 * scans.
 */
export const createPace =
  (sessions: InternalClient | undefined) =>
  async (tookMs: number): Promise<void> => {
    if (!sessions) return;
    const running = await sessions
      .get(routes.session.countRunningSessionsInternal, undefined)
      .catch(() => undefined);
    if (running?.sessions === 0) return;
    await pause(Math.min(MAX_PAUSE_MS, PAUSE_SHARE * tookMs));
  };

const WAIT_MS = 100;
const MAX_WAITS = 20;

/**
 * @returns whether the event queue has room; otherwise the caller reads the run again, which somebody may
 * have stopped
 */
export const createWaitForEvents =
  (hasRoomForEvents: () => Promise<boolean>) => async (): Promise<boolean> => {
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if (await hasRoomForEvents()) return true;
      await pause(WAIT_MS);
    }
    return false;
  };
