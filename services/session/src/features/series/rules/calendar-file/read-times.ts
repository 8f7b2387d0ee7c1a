import { propertiesOf, valueOf, type Component } from './components.ts';
import { readTime } from './file-time.ts';
import { EventError, type Notes } from './notes.ts';
import type { Zone } from './zone.ts';
import type { Zones } from './zones.ts';

/** A class of a day or longer cannot be planned. */
const DAY_MINUTES = 24 * 60;

export interface ZonedTime {
  wall: Temporal.PlainDateTime;
  zone: Zone;
  isUtc: boolean;
}

export const minutesBetween = (start: Temporal.PlainDateTime, end: Temporal.PlainDateTime): number =>
  start.until(end, { largestUnit: 'minutes' }).minutes;

export const readStart = (component: Component, zones: Zones, notes: Notes): ZonedTime => {
  const [property] = propertiesOf(component, 'DTSTART');
  const [value] = property?.values ?? [];
  const time = readTime(value, property?.params['tzid']);
  if (!time) throw new EventError('invalid', property?.text ?? component.unreadable[0]);
  const isAllDay = valueOf(component, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.toUpperCase() === 'TRUE';
  if (!time.wall || isAllDay) throw new EventError('all_day');
  const match = zones.zoneOf(time);
  if (!match) throw new EventError('zone', time.tzid);
  if (match.isAssumed) notes.add('zone_assumed', { found: time.tzid });
  return { wall: time.wall, zone: match.zone, isUtc: time.isUtc };
};

export const addDuration = (
  start: Temporal.PlainDateTime,
  duration: string,
): Temporal.PlainDateTime | undefined => {
  try {
    return start.add(Temporal.Duration.from(duration.trim()));
  } catch {
    return undefined;
  }
};

export const isLengthOfClass = (minutes: number): boolean => minutes > 0 && minutes < DAY_MINUTES;

const requireLength = (minutes: number): number => {
  if (isLengthOfClass(minutes)) return minutes;
  if (minutes === 0) throw new EventError('no_end');
  throw new EventError(minutes < 0 ? 'end_before_start' : 'too_long');
};

/**
 * The length on the clock; times of different zones are compared as moments.
 * @returns undefined if the component has neither an end nor a duration
 * @throws EventError
 */
export const readMinutes = (component: Component, start: ZonedTime, zones: Zones): number | undefined => {
  const [property] = propertiesOf(component, 'DTEND');
  const duration = valueOf(component, 'DURATION');
  if (property) {
    const [value] = property.values;
    const time = readTime(value, property.params['tzid']);
    const zone = time && zones.zoneOf(time)?.zone;
    if (time?.wall && zone) {
      if (zone === start.zone || zone.id === start.zone.id)
        return requireLength(minutesBetween(start.wall, time.wall));
      const from = start.zone.momentOf(start.wall);
      return requireLength(Math.floor(from.until(zone.momentOf(time.wall)).total('minutes')));
    }
    if (duration === undefined)
      throw new EventError(time?.wall ? 'zone' : 'invalid', time?.tzid ?? property.text);
  }
  if (duration === undefined) return undefined;
  const end = addDuration(start.wall, duration);
  if (!end) throw new EventError('invalid', duration);
  return requireLength(minutesBetween(start.wall, end));
};
