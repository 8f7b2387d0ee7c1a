import { campusMoment } from './campus-moment.ts';

export const startOfDay = (day: string): string => campusMoment(day, '00:00');

export const endOfDay = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10);
  return new Date(Date.parse(startOfDay(next)) - 1).toISOString();
};
