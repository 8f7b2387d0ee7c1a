import { currentLanguage } from '@qr-attendance/web-kit';

/** `83%`, as the reader's language writes it. */
export const formatPercent = (percentage: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(
    percentage / 100,
  );
