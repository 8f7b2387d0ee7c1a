import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterName, CounterProof } from './counters.ts';
import type { Proof, LimitKey } from './spender.ts';

export interface Count {
  /** Points spent, including those of rejected attempts. */
  points: number;
  /** Milliseconds until the window ends. */
  ms: number;
  /** Seconds until the window ends; at least 1. */
  seconds: number;
}
export interface CountResult extends Count {
  allowed: boolean;
}

export interface Budget {
  points: number;
  /** Window in seconds. */
  duration: number;
}

const describe = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  points: consumedPoints,
  ms: msBeforeNext,
  seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
});

export interface Counter<P extends Proof> {
  count: (key: LimitKey<P>, points?: number, options?: { seconds?: number }) => Promise<CountResult>;
  read: (key: LimitKey<P>) => Promise<Count | undefined>;
  /** Counts an attempt that has already happened. @returns the spent points */
  add: (key: LimitKey<P>, points?: number) => Promise<number>;
  refund: (key: LimitKey<P>, points?: number) => Promise<void>;
  block: (key: LimitKey<P>, seconds: number) => Promise<void>;
  forget: (key: LimitKey<P>) => Promise<void>;
}

/**
 * Creates one of the counters listed in `COUNTERS`. Its keys name their proof, so the compiler rejects keys
 * with another proof.
 * @param limiter stores the counts
 */
export const createCounter = <Name extends CounterName>(
  _name: Name,
  limiter: RateLimiterAbstract,
): Counter<CounterProof<Name>> => ({
  count: async (key, points = 1, { seconds } = {}) => {
    const options = seconds === undefined ? {} : { customDuration: seconds };
    try {
      return { allowed: true, ...describe(await limiter.consume(key, points, options)) };
    } catch (over) {
      // The limiter throws the count of a rejected attempt; anything else it throws is an error.
      if (over instanceof RateLimiterRes) return { allowed: false, ...describe(over) };
      throw over;
    }
  },
  read: async (key) => {
    const spent = await limiter.get(key);
    return spent ? describe(spent) : undefined;
  },
  add: async (key, points = 1) => (await limiter.penalty(key, points)).consumedPoints,
  refund: async (key, points = 1) => {
    await limiter.reward(key, points);
  },
  block: async (key, seconds) => {
    await limiter.block(key, seconds);
  },
  forget: async (key) => {
    await limiter.delete(key);
  },
});

export const createLocalCounter = <Name extends CounterName>(
  name: Name,
  budget: Budget,
): Counter<CounterProof<Name>> => createCounter(name, new RateLimiterMemory({ ...budget, keyPrefix: name }));
