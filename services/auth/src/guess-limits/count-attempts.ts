import { createHash } from 'node:crypto';
import { createBatcher, type createPool } from '@qr-attendance/server';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { MIN_STATEMENT_INTERVAL_MS } from '../db/database.ts';

const MINUTE_SECONDS = 60;
const MAX_SECONDS = 15 * MINUTE_SECONDS;

/**
 * Seconds of the pause after consecutive failures: the last free failure is followed by a minute, each
 * further one by twice the previous pause, up to 15 minutes.
 */
export const pauseAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(MAX_SECONDS, MINUTE_SECONDS * 2 ** Math.min(failures - free, 10));

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const MAX_CONCURRENT = 128;

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

export interface Series {
  key: string[];
  free: number;
}

/**
 * Counts attempts of all replicas in the database. Keys are hashes, so the table contains no addresses and no
 * accounts.
 */
export const createAttempts = (pool: ReturnType<typeof createPool>) => {
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
  const counter = limiter('count', Number.MAX_SAFE_INTEGER, DAY_SECONDS);
  const gate = limiter('gate', 1, HOUR_SECONDS);
  const windows = limiter('hourly', Number.MAX_SAFE_INTEGER, HOUR_SECONDS);

  const forget = async ({ key }: Series): Promise<void> => {
    await Promise.all([counter.delete(keyOf(key)), gate.delete(keyOf(key))]);
  };
  const standingOf = createBatcher<string, { failures: number; wait: number }>(
    async (keys) => {
      const now = Date.now();
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>(
        'SELECT key, points, expire FROM attempts WHERE key = ANY($1) AND expire > $2',
        [keys.flatMap((key) => [counter.getKey(key), gate.getKey(key)]), now],
      );
      const found = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => {
        const shut = found.get(gate.getKey(key));
        return {
          failures: found.get(counter.getKey(key))?.points ?? 0,
          wait: shut && shut.points > 0 ? Math.max(1, Math.ceil((Number(shut.expire) - now) / 1_000)) : 0,
        };
      });
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  const countFailure = async ({ key: parts, free }: Series): Promise<void> => {
    const key = keyOf(parts);
    const { consumedPoints } = await counter.consume(key);
    const pause = pauseAfter(consumedPoints, free);
    // If another replica closed the gate at the same moment, it stays closed.
    if (pause > 0) await counted(gate.consume(key, 1, { customDuration: pause }));
  };
  /** Attempts of this process without a result count as failures for concurrent attempts. */
  const inProgress = new Map<string, number>();
  const change = (key: string, by: number): number => {
    const before = inProgress.get(key) ?? 0;
    if (before + by > 0) inProgress.set(key, before + by);
    else inProgress.delete(key);
    return before;
  };
  const begin = async ({ key: parts, free }: Series) => {
    const key = keyOf(parts);
    // Read before the stored count, so that an attempt that ends in between is counted twice rather than not
    // at all.
    const others = change(key, 1);
    const { failures, wait } = await standingOf(key);
    const expected = others > 0 ? pauseAfter(failures + others + 1, free) : 0;
    return { failures, wait: Math.max(wait, expected) };
  };

  return {
    /**
     * An attempt counts as a failure unless it succeeds. It does not count if it throws, or during a pause.
     */
    make: async (
      { own, shared }: { own: Series; shared?: Series },
      succeeds: () => Promise<boolean>,
    ): Promise<{ wait: number; succeeded: boolean; hadFailures: boolean }> => {
      const series = shared ? [own, shared] : [own];
      try {
        const standings = await Promise.all(series.map(begin));
        const wait = Math.max(...standings.map((standing) => standing.wait));
        const hadFailures = standings.some(({ failures }) => failures > 0);
        if (wait > 0) return { wait, succeeded: false, hadFailures };
        const succeeded = await succeeds();
        if (!succeeded) await Promise.all(series.map(countFailure));
        else if (standings[0]?.failures) await forget(own);
        return { wait: 0, succeeded, hadFailures };
      } finally {
        for (const { key } of series) change(keyOf(key), -1);
      }
    },
    waitOf: async ({ key }: Series): Promise<number> => (await standingOf(keyOf(key))).wait,
    /** Counts nothing. */
    waitWithin: async (key: string[], most: number): Promise<number> => {
      const window = await windows.get(keyOf(key));
      return window && window.consumedPoints >= most ? secondsOf(window) : 0;
    },
    countWithin: async (seconds: number, key: string[], most: number): Promise<number> => {
      const { counter: window } = await counted(windows.consume(keyOf(key), 1, { customDuration: seconds }));
      return window.consumedPoints > most ? secondsOf(window) : 0;
    },
  };
};
export type Attempts = ReturnType<typeof createAttempts>;
