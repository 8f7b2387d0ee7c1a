import { timeOfDaySchema, weekdaySchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

const LANGUAGES = ['en', 'de'];
const MONDAY = Temporal.PlainDate.from('1970-01-05');
const WEEK = Array.from({ length: 7 }, (_day, index) => MONDAY.add({ days: index }));
const NAMES = new Map(
  LANGUAGES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((weekday) =>
      WEEK.map((day): [string, number] => [
        day.toLocaleString(locale, { weekday }).toLowerCase(),
        day.dayOfWeek,
      ]),
    ),
  ),
);

/** A weekday as a number, `1` for Monday, or its long or short name in English or German. */
export const fileWeekdaySchema = z.pipe(
  z.transform((value) => NAMES.get(String(value).toLowerCase()) ?? Number(value)),
  weekdaySchema,
);

/** A time of day as `09:00`, `9:00` or `09:00:00`. */
export const fileTimeSchema = z.pipe(
  z.transform((value) =>
    String(value)
      .replace(/^(\d:)/, '0$1')
      .replace(/^(\d{2}:\d{2}):\d{2}$/, '$1'),
  ),
  timeOfDaySchema,
);
