export interface ZoneOffset {
  /** Milliseconds since 1970. */
  since: number;
  minutes: number;
}

const EARLIEST = Temporal.Instant.from('2000-01-01T00:00Z');
const YEARS_AHEAD = 2;
const MINUTE_NS = 60_000_000_000;

const toOffset = ({ epochMilliseconds, offsetNanoseconds }: Temporal.ZonedDateTime): ZoneOffset => ({
  since: epochMilliseconds,
  minutes: offsetNanoseconds / MINUTE_NS,
});

/**
 * Passes offsets to the database instead of the zone's name, which PostgreSQL may not know or may interpret
 * differently (`CET`).
 */
export const zoneOffsets = (zone: string, now: Date): ZoneOffset[] => {
  const latest = Date.UTC(now.getUTCFullYear() + YEARS_AHEAD);
  const start = EARLIEST.toZonedDateTimeISO(zone);
  const offsets = [toOffset(start)];
  for (
    let change = start.getTimeZoneTransition('next');
    change && change.epochMilliseconds < latest;
    change = change.getTimeZoneTransition('next')
  )
    offsets.push(toOffset(change));
  return offsets;
};
