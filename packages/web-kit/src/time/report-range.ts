import { campusMoment } from './campus-moment.ts';

/** First moment of a calendar day (`YYYY-MM-DD`) on campus. Specification, section 5: From starts at 00:00:00. */
export const startOfDay = (day: string): string => campusMoment(day, '00:00');

/** Last moment of a calendar day on campus. Specification, section 5: To ends at 23:59:59. */
export const endOfDay = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
  return new Date(Date.parse(startOfDay(next)) - 1).toISOString();
};
