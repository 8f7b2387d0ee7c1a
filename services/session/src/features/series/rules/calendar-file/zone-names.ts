import { isTimeZone } from '@qr-attendance/server/campus-days';
import windows from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };

/** The CLDR territory that stands for the whole world. */
const WORLD = '001';
const WINDOWS_ZONES = new Map(
  windows.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === WORLD)
    .map(({ mapZone }): [string, string] => [mapZone._other.toLowerCase(), mapZone._type]),
);

/** The longest suffix of a name that is an IANA name, for example of `/example.org/Europe/Berlin`. */
const findSuffix = (name: string): string | undefined => {
  const parts = (name.split(/[^\w+/-]/).at(-1) ?? '').split('/').filter((part) => part !== '');
  for (let start = Math.max(0, parts.length - 3); start < parts.length; start += 1) {
    const suffix = parts.slice(start).join('/');
    // A single word after other words is not a zone: `Greenwich Standard Time EST`.
    if ((suffix.includes('/') || name.includes('/')) && isTimeZone(suffix)) return suffix;
  }
  return undefined;
};

export const findNamedZone = (tzid: string): string | undefined => {
  if (isTimeZone(tzid)) return tzid;
  // Outlook appends a number to repeated zone names.
  const windows = WINDOWS_ZONES.get(tzid.toLowerCase().replace(/ \d+$/, ''));
  return windows ?? findSuffix(tzid);
};

/** A Windows display name contains at most six cities. */
const MAX_WORDS = 10;
const OFFSET = /^\(?(?:GMT|UTC|Z)?\s*([+-])(\d{1,2})(?:[:.]?(\d{2}))?\)?/i;

/** Returns `+01:00` for `GMT+0100`, `UTC+1` and `(UTC+01:00) Berlin`. */
const readOffset = (name: string): { offset: string; rest: string } | undefined => {
  if (/^\(?(GMT|UTC)\)?(?![+-])/i.test(name))
    return { offset: '+00:00', rest: name.replace(/^\(?(GMT|UTC)\)?/i, '') };
  const match = OFFSET.exec(name);
  if (!match) return undefined;
  const [text, sign, hours = '', minutes = '00'] = match;
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`;
  return Number(hours) <= 14 && Number(minutes) < 60 ? { offset, rest: name.slice(text.length) } : undefined;
};

const SEASONS = ['2026-01-01T12:00', '2026-07-01T12:00'];
/** Checks two opposite months, one of which has no daylight saving time. */
const hasOffset = (zone: string, offset: string): boolean =>
  SEASONS.some((time) => Temporal.PlainDateTime.from(time).toZonedDateTime(zone).offset === offset);

let names: Map<string, string> | undefined;
const displayNames = (): Map<string, string> => {
  if (names) return names;
  names = new Map();
  for (const zone of new Set(WINDOWS_ZONES.values()))
    for (const language of ['en-US', 'de'])
      for (const timeZoneName of ['longGeneric', 'long'] as const) {
        const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName });
        for (const time of SEASONS) {
          const parts = format.formatToParts(Date.parse(`${time}Z`));
          const text = parts.find(({ type }) => type === 'timeZoneName')?.value.toLowerCase();
          if (text && !names.has(text)) names.set(text, zone);
        }
      }
  return names;
};

const AREAS = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];
const findCity = (city: string): string | undefined =>
  city === '' ? undefined : AREAS.map((area) => `${area}/${city.replaceAll(' ', '_')}`).find(isTimeZone);

/**
 * The zone of a display name, such as `(UTC+01:00) Amsterdam, Berlin, Rome`, or of a mere offset. The zone
 * must have this offset.
 */
export const findDisplayedZone = (tzid: string): string | undefined => {
  const { offset, rest } = readOffset(tzid.trim()) ?? { offset: undefined, rest: tzid };
  const words = (rest.split('(', 1)[0] ?? '').split(/[,;/]/).slice(0, MAX_WORDS);
  for (const word of words) {
    const zone = findCity(word.trim()) ?? displayNames().get(word.trim().toLowerCase());
    if (zone && (offset === undefined || hasOffset(zone, offset))) return zone;
  }
  return rest.trim() === '' ? offset : undefined;
};
