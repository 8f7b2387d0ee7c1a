import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

export interface Counted {
  allowed: boolean;
  remainingPoints: number;
  /** Until the window ends; at least 1. */
  seconds: number;
}

/** A refusal by a limiter is thrown as its counter; anything else that is thrown is an error. */
export const countPoints = async (
  limiter: Pick<RateLimiterAbstract, 'consume'>,
  key: string,
  points = 1,
): Promise<Counted> => {
  const describe = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Counted => ({
    allowed,
    remainingPoints,
    seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
  try {
    return describe(true, await limiter.consume(key, points));
  } catch (over) {
    if (over instanceof RateLimiterRes) return describe(false, over);
    throw over;
  }
};
