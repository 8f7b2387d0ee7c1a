/** Replaces the clock of this process by one that is ahead of it. Returns how to undo that. */
export const replaceDate = (offsetMs: () => number): (() => void) => {
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs();
  class TestDate extends RealDate {
    constructor(...values: [] | [value: number | string | Date]) {
      super(...((values.length === 0 ? [now()] : values) as [number]));
    }
    static override now = now;
    /** Instances of the real `Date` are instances of this class too. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  }
  // Schemas of MongoDB know types by their names.
  Object.defineProperty(TestDate, 'name', { value: 'Date' });
  globalThis.Date = TestDate as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
};

/**
 * Replaces the clock of the test and of all services inside its process. It keeps running from the time that
 * was set.
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
