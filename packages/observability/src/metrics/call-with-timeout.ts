import pTimeout from 'p-timeout';

const LIMIT_MS = 4_000;

/**
 * Concurrent callers share one call.
 * @throws (rejects) if the call fails or takes longer than `limitMs`
 */
export const callWithTimeout = <Answer>(
  ask: () => Answer | Promise<Answer>,
  limitMs = LIMIT_MS,
): (() => Promise<Answer>) => {
  let underWay: Promise<Answer> | undefined;
  return async () => {
    underWay ??= Promise.resolve()
      .then(ask)
      .finally(() => {
        underWay = undefined;
      });
    return pTimeout(underWay, { milliseconds: limitMs, message: 'timed out' });
  };
};

/** Calls at most once per interval; in between, all callers get the previous answer. */
export const callAtIntervals = <Answer>(
  ask: () => Promise<Answer>,
  everyMs: number,
): (() => Promise<Answer>) => {
  let last: { answer: Answer; at: number } | undefined;
  return async () => {
    if (last && performance.now() - last.at < everyMs) return last.answer;
    last = { answer: await ask(), at: performance.now() };
    return last.answer;
  };
};
