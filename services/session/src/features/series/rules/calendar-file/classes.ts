import type { Occurrence } from '../compress.ts';
import type { TimeWindow } from './parse-zone-definition.ts';
import type { FileTime } from './file-time.ts';
import type { ZonedTime } from './read-times.ts';
import type { Zone } from './zone.ts';
import type { Zones } from './zones.ts';

export interface FileClass {
  moment: Temporal.Instant;
  /** The start in the event's time zone, and in the campus's. */
  wall: Temporal.PlainDateTime;
  campusWall: Temporal.PlainDateTime;
  minutes: number;
}

const isCampus = ({ id }: Zone, { campus }: Zones): boolean => id?.toLowerCase() === campus.id?.toLowerCase();

/** A campus time keeps its time of day, even on a day when the clock skips it. */
export const placeClass = (
  { wall, zone }: Pick<ZonedTime, 'wall' | 'zone'>,
  minutes: number,
  zones: Zones,
): FileClass => {
  const moment = zone.momentOf(wall);
  return { moment, wall, campusWall: isCampus(zone, zones) ? wall : zones.campus.wallAt(moment), minutes };
};

export const isInWindow = (moment: Temporal.Instant, { from, to }: TimeWindow): boolean =>
  Temporal.Instant.compare(from, moment) <= 0 && Temporal.Instant.compare(moment, to) <= 0;

const textOf = (wall: Temporal.PlainDateTime): string =>
  wall.toPlainTime().toString({ smallestUnit: 'minute' });
export const dayOf = (wall: Temporal.PlainDateTime): string => wall.toPlainDate().toString();

export const toOccurrence = ({ campusWall, minutes }: FileClass): Occurrence => ({
  day: dayOf(campusWall),
  start: textOf(campusWall),
  end: textOf(campusWall.add({ minutes })),
});

/** Stores classes by moment and day, in order to find those named by an exclusion or a change. */
export const createClassSet = (start: ZonedTime, zones: Zones, window: TimeWindow) => {
  const byMoment = new Map<number, FileClass>();
  const byDay = new Map<string, Set<number>>();
  /** A time in UTC does not reveal the day that its author saw. */
  const dayOfClass = ({ wall, campusWall }: FileClass): string => dayOf(start.isUtc ? campusWall : wall);
  const remove = (one: FileClass): void => {
    const key = one.moment.epochMilliseconds;
    byMoment.delete(key);
    byDay.get(dayOfClass(one))?.delete(key);
  };
  /** Times without a zone, or with an unknown one, are in the event's zone. */
  const momentOf = (time: FileTime): Temporal.Instant | undefined => {
    if (!time.wall) return undefined;
    const isLocal = !time.isUtc && time.tzid === undefined;
    return ((isLocal ? undefined : zones.zoneOf(time)?.zone) ?? start.zone).momentOf(time.wall);
  };
  return {
    add: (wall: Temporal.PlainDateTime, minutes: number): void => {
      const one = placeClass({ wall, zone: start.zone }, minutes, zones);
      const key = one.moment.epochMilliseconds;
      byMoment.set(key, one);
      const day = dayOfClass(one);
      byDay.set(day, (byDay.get(day) ?? new Set()).add(key));
    },
    remove,
    momentOf,
    find: (time: FileTime): FileClass[] => {
      const moment = momentOf(time);
      const keys = moment ? [moment.epochMilliseconds] : [...(byDay.get(time.day.toString()) ?? [])];
      return keys.flatMap((key) => byMoment.get(key) ?? []);
    },
    /** The campus day of a time that matches no class, if the day is within the window. */
    dayWithin: (time: FileTime): string | undefined => {
      const moment = momentOf(time) ?? zones.campus.momentOf(time.day.toPlainDateTime('12:00'));
      return isInWindow(moment, window) ? dayOf(zones.campus.wallAt(moment)) : undefined;
    },
    list: (): FileClass[] => [...byMoment.values()],
  };
};
export type ClassSet = ReturnType<typeof createClassSet>;
