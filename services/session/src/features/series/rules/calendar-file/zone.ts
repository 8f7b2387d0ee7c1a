/**
 * Converts between wall times and moments. A skipped time moves an hour later; for a repeated time, the
 * earlier moment is used.
 */
export interface Zone {
  id?: string;
  momentOf: (wall: Temporal.PlainDateTime) => Temporal.Instant;
  wallAt: (moment: Temporal.Instant) => Temporal.PlainDateTime;
}

/** @param id an IANA name or an offset such as `+01:00` */
export const namedZone = (id: string): Zone => ({
  id,
  momentOf: (wall) => wall.toZonedDateTime(id).toInstant(),
  wallAt: (moment) => moment.toZonedDateTimeISO(id).toPlainDateTime(),
});

export interface OffsetChange {
  at: number;
  before: number;
  after: number;
}

const DAY_SECONDS = 86_400;
const secondsOf = (wall: Temporal.PlainDateTime): number =>
  wall.toZonedDateTime('UTC').epochMilliseconds / 1_000;
const toInstant = (seconds: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);

export const zoneOfChanges = (changes: OffsetChange[]): Zone => {
  const offsetAt = (seconds: number): number =>
    changes.findLast(({ at }) => at <= seconds)?.after ?? changes[0]?.before ?? 0;
  return {
    momentOf: (wall) => {
      const seconds = secondsOf(wall);
      const before = offsetAt(seconds - DAY_SECONDS);
      const possible = [before, offsetAt(seconds + DAY_SECONDS)]
        .filter((offset) => offsetAt(seconds - offset) === offset)
        .map((offset) => seconds - offset);
      return toInstant(possible.length > 0 ? Math.min(...possible) : seconds - before);
    },
    wallAt: (moment) => {
      const seconds = Math.floor(moment.epochMilliseconds / 1_000);
      return toInstant(seconds + offsetAt(seconds))
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime();
    },
  };
};
