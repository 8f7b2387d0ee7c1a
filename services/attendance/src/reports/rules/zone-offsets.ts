import { rememberResults } from '@qr-attendance/server';
import { IANAZone } from 'luxon';

/** From when a zone's clocks differ from UTC by so many minutes; the first of a list since ever. */
export interface ZoneOffset {
  since: number;
  minutes: number;
}

/** Nobody marked before. */
const EARLIEST = Date.UTC(2000);
/** Sessions are planned ahead. */
const YEARS_AHEAD = 2;
/** No zone sets its clocks twice within a week. */
const STEP_MS = 7 * 86_400_000;
/** Clocks are set on the minute. */
const MINUTE_MS = 60_000;

/** The first minute after `before` at which clocks show what they show at `after`. */
const findChange = (zone: IANAZone, before: number, after: number): number => {
  const minutes = zone.offset(after);
  let [low, high] = [before, after];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (zone.offset(middle) === minutes) high = middle;
    else low = middle;
  }
  return high;
};

const readOffsets = (name: string, latest: number): ZoneOffset[] => {
  const zone = IANAZone.create(name);
  const offsets = [{ since: EARLIEST, minutes: zone.offset(EARLIEST) }];
  for (let at = EARLIEST + STEP_MS; at < latest; at += STEP_MS) {
    const minutes = zone.offset(at);
    if (minutes !== offsets.at(-1)?.minutes)
      offsets.push({ since: findChange(zone, at - STEP_MS, at), minutes });
  }
  return offsets;
};

const MOST_REMEMBERED = 100;

/**
 * How clocks of a zone have been set, and will be for a year or two. Told to the database instead of the zone's name: to browsers,
 * to Node.js and to a PostgreSQL of another year the same name may be unknown, or be another zone (`IST`, `CET`).
 */
export const createZoneOffsets = (clock: () => Date) => {
  const remembered = rememberResults((key) => {
    const [zone = '', year] = key.split(' ');
    return readOffsets(zone, Date.UTC(Number(year)));
  }, MOST_REMEMBERED);
  return (zone: string): ZoneOffset[] => remembered(`${zone} ${clock().getUTCFullYear() + YEARS_AHEAD}`);
};
