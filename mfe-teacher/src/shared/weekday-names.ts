import { weekdayOf } from '@qr-attendance/web-kit';

export const weekdayNames = (language: string): { value: number; label: string }[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  // 5 January 2026 is a Monday.
  return [5, 6, 7, 8, 9, 10, 11].map((date) => {
    const day = `2026-01-${String(date).padStart(2, '0')}`;
    return { value: weekdayOf(day), label: format.format(new Date(`${day}T12:00:00Z`)) };
  });
};
