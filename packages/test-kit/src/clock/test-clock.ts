import { replaceDate } from './replace-date.ts';

/** Replaces the clock of the test and of all services inside its process; it goes on from the moment it is set to. */
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
