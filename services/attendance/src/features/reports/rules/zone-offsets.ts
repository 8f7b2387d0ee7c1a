import { rememberResults } from '@qr-attendance/server';
import { IANAZone } from 'luxon';

export interface ZoneOffset {
  since: number;
  minutes: number;
}

const EARLIEST = Date.UTC(2000);
const YEARS_AHEAD = 2;
/** No zone sets its clocks twice within a week. */
const STEP_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

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

const MAX_REMEMBERED = 100;

const remembered = rememberResults((key) => {
  const [zone = '', year] = key.split(' ');
  return readOffsets(zone, Date.UTC(Number(year)));
}, MAX_REMEMBERED);

/**
 * Offsets are passed to the database instead of a zone's name, which PostgreSQL may not know or may interpret
 * differently (`IST`, `CET`).
 */
export const zoneOffsets = (zone: string, now: Date): ZoneOffset[] =>
  remembered(`${zone} ${now.getUTCFullYear() + YEARS_AHEAD}`);
