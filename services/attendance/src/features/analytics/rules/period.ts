import type { ParsedOf, routes } from '@qr-attendance/contracts';
import { DateTime } from 'luxon';

type Period = ParsedOf<typeof routes.attendance.getAttendanceAnalytics, 'query'>['period'];

export const daysOf = (period: Period, now: Date, zone: string): { date: string; name: string }[] => {
  const today = DateTime.fromJSDate(now, { zone }).setLocale('en-GB');
  if (period === 'thisMonth') {
    const first = today.startOf('month');
    return Array.from({ length: today.daysInMonth ?? 31 }, (_day, index) => {
      const day = first.plus({ days: index });
      return { date: day.toFormat('yyyy-MM-dd'), name: day.toFormat('d LLL') };
    });
  }
  const monday = today.startOf('week').minus({ weeks: period === 'lastWeek' ? 1 : 0 });
  return Array.from({ length: 7 }, (_day, index) => {
    const day = monday.plus({ days: index });
    return { date: day.toFormat('yyyy-MM-dd'), name: day.toFormat('ccc') };
  });
};
