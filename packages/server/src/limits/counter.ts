import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterName, ProofOf } from './counters.ts';
import type { Proof, Spender } from './spender.ts';

export interface Count {
  /** Spent points, with those of a refused attempt. */
  points: number;
  /** Until the window ends. */
  ms: number;
  /** The same; at least 1. */
  seconds: number;
}
export interface Counted extends Count {
  allowed: boolean;
}

export interface Budget {
  points: number;
  /** Seconds. */
  duration: number;
}

const describe = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  points: consumedPoints,
  ms: msBeforeNext,
  seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
});

export interface Counter<P extends Proof> {
  count: (key: Spender<P>, points?: number, options?: { seconds?: number }) => Promise<Counted>;
  /** Counts nothing. */
  read: (key: Spender<P>) => Promise<Count | undefined>;
  /** Counts something that has happened already. @returns the spent points */
  add: (key: Spender<P>, points?: number) => Promise<number>;
  refund: (key: Spender<P>, points?: number) => Promise<void>;
  block: (key: Spender<P>, seconds: number) => Promise<void>;
  forget: (key: Spender<P>) => Promise<void>;
}

/**
 * A declared counter. Its keys are spenders, so the compiler rejects one that another proof could spend.
 * @param limiter stores the counts
 */
export const createCounter = <Name extends CounterName>(
  _name: Name,
  limiter: RateLimiterAbstract,
): Counter<ProofOf<Name>> => ({
  count: async (key, points = 1, { seconds } = {}) => {
    const options = seconds === undefined ? {} : { customDuration: seconds };
    try {
      return { allowed: true, ...describe(await limiter.consume(key, points, options)) };
    } catch (over) {
      // A refusal is thrown as its counter; anything else that is thrown is an error.
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

/** Counts of this process. */
export const createLocalCounter = <Name extends CounterName>(
  name: Name,
  budget: Budget,
): Counter<ProofOf<Name>> => createCounter(name, new RateLimiterMemory({ ...budget, keyPrefix: name }));
