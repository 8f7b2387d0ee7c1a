import { DateTime } from 'luxon';

/** The campus's calendar day at a moment, `YYYY-MM-DD`. */
export const campusDay = (now: Date, zone: string): string =>
  DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
