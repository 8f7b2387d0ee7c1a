import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** As many events of an import may be unhandled (`hasRoomForEvents` of the course service). */
const MAX_WAITING = 500;
const POLL_MS = 250;
/** Per event. If the queue does not shrink, imports slow down but continue, and a shutdown is not blocked. */
const MAX_WAIT_MS = 2_000;

const HAS_ROOM = `
  SELECT count(*) <= ${MAX_WAITING} AS has_room
    FROM (SELECT FROM recounts WHERE session_id IS NULL LIMIT ${MAX_WAITING} + 1) AS waiting`;

/**
 * Waits while many recounts of courses are queued. Events of an import that wait here are unhandled, so the import pauses
 * before its next batch. All that wait share one query.
 */
export const createWaitForRecounts = (pool: Pool) => {
  let asking: Promise<boolean> | undefined;
  const hasRoom = (): Promise<boolean> => {
    asking ??= pool
      .query<{ has_room: boolean }>(HAS_ROOM)
      .then(({ rows }) => rows[0]?.has_room !== false)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async (): Promise<void> => {
    const deadline = Date.now() + MAX_WAIT_MS;
    while (!(await hasRoom()) && Date.now() < deadline) await pause(POLL_MS);
  };
};
