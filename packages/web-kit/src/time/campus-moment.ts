import { TZDateMini } from '@date-fns/tz';
import { campusTimeZone } from './campus-zone.ts';

const twoDigits = (n: number) => String(n).padStart(2, '0');

export const campusClock = (moment: Date): { day: string; time: string } => {
  const there = new TZDateMini(moment, campusTimeZone());
  return {
    day: `${there.getFullYear()}-${twoDigits(there.getMonth() + 1)}-${twoDigits(there.getDate())}`,
    time: `${twoDigits(there.getHours())}:${twoDigits(there.getMinutes())}`,
  };
};

/** The moment (ISO 8601, UTC) at which the campus clock shows this day and time. */
export const campusMoment = (day: string, time: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const there = new TZDateMini(year, month - 1, date, hours, minutes, campusTimeZone());
  return new Date(there.getTime()).toISOString();
};
