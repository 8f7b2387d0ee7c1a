import { currentLanguage } from '@qr-attendance/web-kit';

/** `83.4%`, as the reader's language writes it: rounded off to whole numbers, 74.6 would not look below 75. */
export const formatPercent = (percentage: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(
    percentage / 100,
  );
