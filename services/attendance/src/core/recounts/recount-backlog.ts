import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Must equal the limit of unhandled events of an import (`hasRoomForEvents` of the course service). */
const MAX_WAITING = 500;
const POLL_MS = 250;
/**
 * Maximum wait per event: if the queue does not shrink, imports slow down but continue, and a shutdown is not
 * blocked.
 */
const MAX_WAIT_MS = 2_000;

const HAS_ROOM = `
  SELECT count(*) <= ${MAX_WAITING} AS has_room
    FROM (SELECT FROM recounts WHERE session_id IS NULL LIMIT ${MAX_WAITING} + 1) AS waiting`;

/**
 * Waits while many recounts of courses are queued. Waiting events are unhandled, which pauses the import
 * before its next batch. Concurrent callers share one query.
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
