import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';

const MAX_PAUSE_MS = 2_000;
/** While students mark, databases and other services are free for as many times as long as a batch took. */
const PAUSE_SHARE = 1;

/**
 * Waits between the batches of imports while the codes of sessions can be scanned, so that marks find free processors and
 * databases. A session service that does not answer may be busy with scans.
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

/** @returns whether few enough events wait; otherwise the run is looked at again, as somebody may have stopped it */
export const createWaitForEvents =
  (hasRoomForEvents: () => Promise<boolean>) => async (): Promise<boolean> => {
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if (await hasRoomForEvents()) return true;
      await pause(WAIT_MS);
    }
    return false;
  };
