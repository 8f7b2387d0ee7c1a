import { createHash } from 'node:crypto';
import {
  createBatcher,
  createPostgresCounter,
  type createPool,
  type CounterProof,
  type LimitKey,
} from '@qr-attendance/server';
import { MIN_STATEMENT_INTERVAL_MS } from '../../db/database.ts';
import { pauseAfter } from './rules/pause-after-failures.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const MAX_CONCURRENT = 128;

/** Keys are hashed, so that the table contains neither addresses nor accounts. */
export const hashed = <Key extends LimitKey>(key: Key): Key =>
  createHash('sha256').update(key).digest('base64url') as Key;

type GuessKey = LimitKey<CounterProof<'wrong_secrets'>>;
type Recipient = LimitKey<CounterProof<'emails'>>;

export interface Series {
  key: GuessKey;
  free: number;
}

export interface Attempt extends Disposable {
  /** Remaining seconds of the pause, or 0 if the attempt is allowed. */
  wait: number;
  hadFailures: boolean;
  /** @returns the failures of `own` */
  count: (succeeded: boolean) => Promise<number>;
}

export const createAttempts = (pool: ReturnType<typeof createPool>) => {
  const budget = { pool, points: Number.MAX_SAFE_INTEGER };
  const counter = createPostgresCounter('wrong_secrets', { ...budget, part: 'count', duration: DAY_SECONDS });
  const gate = createPostgresCounter('wrong_secrets', {
    pool,
    points: 1,
    part: 'gate',
    duration: HOUR_SECONDS,
  });
  const windows = createPostgresCounter('emails', { ...budget, part: 'hourly', duration: HOUR_SECONDS });

  const forget = async ({ key }: Series): Promise<void> => {
    await Promise.all([counter.forget(hashed(key)), gate.forget(hashed(key))]);
  };
  const standingOf = createBatcher<GuessKey, { failures: number; wait: number }>(
    async (keys) => {
      const now = Date.now();
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>(
        'SELECT key, points, expire FROM attempts WHERE key = ANY($1) AND expire > $2',
        [keys.flatMap((key) => [counter.storedKeyOf(key), gate.storedKeyOf(key)]), now],
      );
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return keys.map((key) => {
        const shut = byKey.get(gate.storedKeyOf(key));
        return {
          failures: byKey.get(counter.storedKeyOf(key))?.points ?? 0,
          wait: shut && shut.points > 0 ? Math.max(1, Math.ceil((Number(shut.expire) - now) / 1_000)) : 0,
        };
      });
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  const countFailure = async ({ key: guesser, free }: Series): Promise<number> => {
    const key = hashed(guesser);
    const { points } = await counter.count(key);
    const pause = pauseAfter(points, free);
    // If another replica closed the gate at the same moment, it stays closed.
    if (pause > 0) await gate.count(key, 1, { seconds: pause });
    return points;
  };
  /** Unfinished attempts of this process count as failures for concurrent attempts. */
  const inProgress = new Map<string, number>();
  const change = (key: string, by: number): number => {
    const before = inProgress.get(key) ?? 0;
    if (before + by > 0) inProgress.set(key, before + by);
    else inProgress.delete(key);
    return before;
  };
  const begin = async ({ key: guesser, free }: Series) => {
    const key = hashed(guesser);
    // The attempts in progress are read before the stored count: an attempt that ends in between is counted
    // twice instead of never.
    const others = change(key, 1);
    const { failures, wait } = await standingOf(key);
    const expected = others > 0 ? pauseAfter(failures + others + 1, free) : 0;
    return { failures, wait: Math.max(wait, expected) };
  };

  return {
    /** The attempt counts as a failure for concurrent ones until it ends. */
    begin: async ({ own, shared }: { own: Series; shared?: Series }): Promise<Attempt> => {
      const series = shared ? [own, shared] : [own];
      const end = () => {
        for (const { key } of series) change(hashed(key), -1);
      };
      const standings = await Promise.all(series.map(begin)).catch((error: unknown) => {
        end();
        throw error;
      });
      return {
        wait: Math.max(...standings.map(({ wait }) => wait)),
        hadFailures: standings.some(({ failures }) => failures > 0),
        count: async (succeeded) => {
          if (!succeeded) return (await Promise.all(series.map(countFailure)))[0] ?? 0;
          if (standings[0]?.failures) await forget(own);
          return 0;
        },
        [Symbol.dispose]: end,
      };
    },
    waitOf: async ({ key }: Series): Promise<number> => (await standingOf(hashed(key))).wait,
    waitWithin: async (key: Recipient, most: number): Promise<number> => {
      const window = await windows.read(hashed(key));
      return window && window.points >= most ? window.seconds : 0;
    },
    countWithin: async (seconds: number, key: Recipient, most: number): Promise<number> => {
      const window = await windows.count(hashed(key), 1, { seconds });
      return window.points > most ? window.seconds : 0;
    },
  };
};
export type Attempts = ReturnType<typeof createAttempts>;
