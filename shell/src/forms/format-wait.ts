import { currentLanguage } from '@qr-attendance/web-kit';

/** Formats `40 seconds` or `3 minutes`, rounded up so that the wait is over by then. */
export const formatWait = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.ceil(count)));
};
