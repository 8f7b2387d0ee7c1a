import { timeOfDaySchema, weekdaySchema } from '@qr-attendance/contracts';
import { Info } from 'luxon';
import { z } from 'zod/mini';

const LANGUAGES = ['en', 'de'];
const NAMES = new Map(
  LANGUAGES.flatMap((locale) =>
    [Info.weekdays('long', { locale }), Info.weekdays('short', { locale })].flatMap((names) =>
      names.map((name, index): [string, number] => [name.toLowerCase(), index + 1]),
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
