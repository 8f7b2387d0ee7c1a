/**
 * Whether a text is a name in the IANA time zone database. Offsets such as `+05:30` are rejected, because
 * PostgreSQL reads them with the opposite sign.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name);
    return true;
  } catch {
    return false;
  }
};

const inZone = (moment: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds);

/**
 * The day of a moment in a time zone.
 * @param zone an IANA name
 * @returns a day such as `2026-09-28`
 */
export const campusDay = (moment: Date, zone: string): string =>
  inZone(moment, zone).toPlainDate().toString();

/**
 * The first moment of a day in a time zone: midnight, unless daylight saving starts at midnight.
 * @param day such as `2026-09-28`
 * @throws RangeError if it is not a day
 */
export const startOfDay = (day: string, zone: string): Date =>
  toDate(Temporal.PlainDate.from(day).toZonedDateTime(zone));

/** The last millisecond of a day in a time zone. @throws RangeError if it is not a day */
export const endOfDay = (day: string, zone: string): Date =>
  new Date(startOfDay(addDays(day, 1), zone).getTime() - 1);

/** Adds a number of days, which may be negative. @throws RangeError if `day` is not a day */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The number of days from the first day to the second. @throws RangeError if an argument is not a day */
export const daysBetween = (first: string, second: string): number =>
  Temporal.PlainDate.from(first).until(second, { largestUnit: 'days' }).days;
