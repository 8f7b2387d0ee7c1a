/** Prometheus waits 10 s for a whole scrape unless told otherwise. */
const LIMIT_MS = 4_000;

/**
 * Asks with a limit of time. What hangs is not asked once more: callers meanwhile wait for the same answer.
 * @throws (rejects) when it fails or `limitMs` have passed
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
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), limitMs);
    });
    return Promise.race([underWay, tooLate]).finally(() => clearTimeout(timer));
  };
};

/** Asks at most every `everyMs`; in between, all callers get the last answer. */
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
