import { whenClosed } from '@qr-attendance/server';
import type { Response } from 'express';
import PQueue from 'p-queue';

/** The maximum wait is a few seconds shorter than the time-out of pages. */
const MAX_WAIT_SECONDS = 10;
/**
 * Minimum interval between two releases. With a limit of more than ten requests a second, several are released at once.
 */
const MIN_INTERVAL_MS = 100;

/** `abandoned`: the client closed the connection. `rejected`: the turn would come too late. */
export type TurnResult = 'granted' | 'abandoned' | 'rejected';

export interface QueueLength {
  count: number;
  max: number;
}

export interface TurnQueue {
  wait: (key: string, response: Response) => Promise<TurnResult>;
}

/**
 * Releases requests beyond a limit one by one at the rate of the limit, instead of rejecting them. Clients of
 * one address share its limit: with rejections, one client could lock out all others; with turns, requests
 * are served in the order of arrival.
 */
export const createTurnQueue = (
  perWindow: number,
  windowSeconds: number,
  waiting: QueueLength,
  onDelayed: () => void,
): TurnQueue => {
  const perMs = perWindow / (windowSeconds * 1_000);
  const interval = Math.max(MIN_INTERVAL_MS, Math.ceil(1 / perMs));
  const intervalCap = Math.max(1, Math.floor(interval * perMs));
  const maxWaiting = Math.floor(perMs * MAX_WAIT_SECONDS * 1_000);
  const lanes = new Map<string, { queue: PQueue; expiry: NodeJS.Timeout }>();

  const openLane = (key: string) => {
    const queue = new PQueue({ interval, intervalCap });
    // An idle queue is kept for one interval, because it still counts the turns of that interval.
    const expiry = setTimeout(() => {
      if (queue.size > 0) expiry.refresh();
      else lanes.delete(key);
    }, interval).unref();
    const lane = { queue, expiry };
    lanes.set(key, lane);
    return lane;
  };
  return {
    wait: async (key, response) => {
      const { queue, expiry } = lanes.get(key) ?? openLane(key);
      expiry.refresh();
      const hasRoom = queue.size < maxWaiting && waiting.count < waiting.max;
      if (!hasRoom) return 'rejected';
      onDelayed();
      const left = new AbortController();
      const leave = () => left.abort();
      const stopWatching = whenClosed(response, leave);
      waiting.count += 1;
      try {
        return await queue.add((): TurnResult => 'granted', { signal: left.signal });
      } catch (error) {
        if (left.signal.aborted) return 'abandoned';
        throw error;
      } finally {
        waiting.count -= 1;
        stopWatching();
      }
    },
  };
};
