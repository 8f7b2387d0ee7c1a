import type { ParsedOf, routes } from '@qr-attendance/contracts';
import { campusDay } from '@qr-attendance/server';

const LOCALE = 'en-GB';

type Period = ParsedOf<typeof routes.attendance.getAttendanceAnalytics, 'query'>['period'];

export const daysOf = (period: Period, now: Date, zone: string): { date: string; name: string }[] => {
  const today = Temporal.PlainDate.from(campusDay(now, zone));
  if (period === 'thisMonth') {
    const first = today.with({ day: 1 });
    return Array.from({ length: today.daysInMonth }, (_day, index) => {
      const day = first.add({ days: index });
      return { date: day.toString(), name: `${day.day} ${day.toLocaleString(LOCALE, { month: 'short' })}` };
    });
  }
  const monday = today.subtract({ days: today.dayOfWeek - 1, weeks: period === 'lastWeek' ? 1 : 0 });
  return Array.from({ length: 7 }, (_day, index) => {
    const day = monday.add({ days: index });
    return { date: day.toString(), name: day.toLocaleString(LOCALE, { weekday: 'short' }) };
  });
};
