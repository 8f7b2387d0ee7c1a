import { DateTime } from 'luxon';

export type Period = 'thisWeek' | 'lastWeek' | 'thisMonth';

export interface PeriodDay {
  date: string;
  name: string;
}

export const daysOf = (period: Period, now: Date, zone: string): PeriodDay[] => {
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
