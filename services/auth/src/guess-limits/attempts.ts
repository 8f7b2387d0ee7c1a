import { createHash } from 'node:crypto';
import { type createPool, deleteInBatches } from '@qr-attendance/server';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_S = 60;
const LONGEST_S = 15 * MINUTE_S;

/**
 * How long nobody may try again after so many failures in a row, in seconds: the last free one is followed by a minute,
 * each one after it by twice the pause before, up to a quarter of an hour.
 */
export const pauseAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_S, MINUTE_S * 2 ** Math.min(failures - free, 10));

const DAY_S = 86_400;
const HOUR_S = 3_600;

const keyOf = (parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** A refusal by a limiter is thrown as its counter; anything else that is thrown is an error. */
const counted = async (
  attempt: Promise<RateLimiterRes>,
): Promise<{ allowed: boolean; counter: RateLimiterRes }> => {
  try {
    return { allowed: true, counter: await attempt };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { allowed: false, counter: error };
    throw error;
  }
};
const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1_000));

/** Tries that are counted together, and how many of them are free of pauses. */
export interface Series {
  key: string[];
  free: number;
}

/** Counts tries in the database, for all replicas. Keys are stored as hashes: no address and no account stands there. */
export const makeAttempts = (pool: ReturnType<typeof createPool>) => {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const counter = limiter('count', Number.MAX_SAFE_INTEGER, DAY_S);
  const gate = limiter('gate', 1, HOUR_S);
  const windows = limiter('hourly', Number.MAX_SAFE_INTEGER, HOUR_S);

  const waitAtGate = async ({ key }: Series): Promise<number> => {
    const shut = await gate.get(keyOf(key));
    return shut && shut.consumedPoints > 0 ? secondsOf(shut) : 0;
  };
  const takeBack = async ({ key }: Series): Promise<void> => {
    await counter.reward(keyOf(key));
  };
  const count = async (series: Series): Promise<{ wait: number; undo: () => Promise<unknown> }> => {
    const key = keyOf(series.key);
    const { consumedPoints } = await counter.consume(key);
    const pause = pauseAfter(consumedPoints, series.free);
    if (pause === 0) return { wait: 0, undo: () => takeBack(series) };
    // Of those who come at once, one passes; the gate stays shut behind it.
    const { allowed, counter: shut } = await counted(gate.consume(key, 1, { customDuration: pause }));
    if (!allowed) return { wait: secondsOf(shut), undo: async () => undefined };
    return { wait: 0, undo: () => Promise.all([takeBack(series), gate.delete(key)]) };
  };

  return {
    /**
     * Begins a try, which counts as a failure until it is forgotten. One that finds a pause under way does not count.
     * @returns seconds to wait when it may not be made now, else 0; and how to undo it when it never took place
     */
    begin: async (series: Series[]): Promise<{ wait: number; undo: () => Promise<void> }> => {
      const waits = await Promise.all(series.map(waitAtGate));
      const counts = Math.max(0, ...waits) > 0 ? [] : await Promise.all(series.map(count));
      return {
        wait: Math.max(0, ...waits, ...counts.map(({ wait }) => wait)),
        undo: async () => {
          for (const { undo } of counts) await undo();
        },
      };
    },
    /** The try was none: it is taken back; those before it stay. */
    takeBack,
    /** All tries of a series are forgotten. */
    forget: async ({ key }: Series): Promise<void> => {
      await Promise.all([counter.delete(keyOf(key)), gate.delete(keyOf(key))]);
    },
    /** @returns how long to wait when there were more than so many within these seconds, else 0 */
    countWithin: async (seconds: number, key: string[], most: number): Promise<number> => {
      const { counter: window } = await counted(windows.consume(keyOf(key), 1, { customDuration: seconds }));
      return window.consumedPoints > most ? secondsOf(window) : 0;
    },
    removeExpired: (now: Date): Promise<void> =>
      deleteInBatches(async (limit) => {
        const { rowCount } = await pool.query(
          `DELETE FROM attempts WHERE key = ANY(ARRAY(
             SELECT key FROM attempts WHERE expire < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
          [now.getTime(), limit],
        );
        return rowCount ?? 0;
      }),
  };
};
export type Attempts = ReturnType<typeof makeAttempts>;
