/** Sets the clock of this process ahead. Returns a function that restores it. */
export const replaceDate = (offsetMs: () => number): (() => void) => {
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs();
  class TestDate extends RealDate {
    constructor(...values: [] | [value: number | string | Date]) {
      super(...((values.length === 0 ? [now()] : values) as [number]));
    }
    static override now = now;
    /** Objects created by the real `Date` must pass `instanceof`, too. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  }
  // Mongoose identifies types by name.
  Object.defineProperty(TestDate, 'name', { value: 'Date' });
  globalThis.Date = TestDate as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
};

/**
 * Replaces the clock of the test and of all services in its process. It keeps running from the time that was
 * set.
 */
export const startTestClock = () => {
  const RealDate = Date;
  let offsetMs = 0;
  const stop = replaceDate(() => offsetMs);
  return {
    set: (moment: string): void => {
      offsetMs = RealDate.parse(moment) - RealDate.now();
    },
    stop,
  };
};
