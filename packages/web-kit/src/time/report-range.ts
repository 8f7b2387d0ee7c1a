import { campusMoment } from './campus-moment.ts';

/** Specification, section 5: From starts at 00:00:00 on campus. */
export const startOfDay = (day: string): string => campusMoment(day, '00:00');

/** Specification, section 5: To ends at 23:59:59 on campus. */
export const endOfDay = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
  return new Date(Date.parse(startOfDay(next)) - 1).toISOString();
};
