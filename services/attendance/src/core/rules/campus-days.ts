import { DateTime } from 'luxon';

export const campusDay = (now: Date, zone: string): string =>
  DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
