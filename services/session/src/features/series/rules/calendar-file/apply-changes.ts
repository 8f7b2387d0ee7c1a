import { type ClassSet, dayOf, type FileClass, placeClass } from './classes.ts';
import { propertiesOf, valueOf, type Component } from './components.ts';
import { readTime } from './file-time.ts';
import { EventError, type Notes } from './notes.ts';
import { readMinutes, readStart, type ZonedTime } from './read-times.ts';
import type { Zones } from './zones.ts';

export const isCanceled = (component: Component): boolean =>
  valueOf(component, 'STATUS')?.trim().toUpperCase() === 'CANCELLED' ||
  (component.parent !== undefined && valueOf(component.parent, 'METHOD')?.trim().toUpperCase() === 'CANCEL');

export const sequenceOf = (component: Component): number => Number(valueOf(component, 'SEQUENCE')) || 0;

const newestChanges = (changes: Component[]): Component[] => {
  const byId = new Map<string, Component>();
  for (const change of changes) {
    const [id] = propertiesOf(change, 'RECURRENCE-ID');
    const key = JSON.stringify([id?.values, id?.params]);
    const other = byId.get(key);
    if (!other || sequenceOf(other) <= sequenceOf(change)) byId.set(key, change);
  }
  return [...byId.values()];
};

interface ChangedEvent {
  classes: ClassSet;
  start: ZonedTime;
  minutes: number;
  location: string | undefined;
  zones: Zones;
  notes: Notes;
}

const moveFrom = (
  first: FileClass,
  newStart: Temporal.PlainDateTime,
  minutes: number,
  { classes }: ChangedEvent,
): void => {
  const shift = first.wall.until(newStart, { largestUnit: 'minutes' });
  const later = classes
    .list()
    .filter(({ moment }) => Temporal.Instant.compare(first.moment, moment) <= 0)
    .map((one) => ({ one, wall: one.wall.add(shift) }));
  for (const { one } of later) classes.remove(one);
  for (const { wall } of later) classes.add(wall, minutes);
};

/** @returns the class if it no longer belongs to the series */
const applyChange = (change: Component, changed: ChangedEvent): FileClass | undefined => {
  const { classes, zones, notes, location } = changed;
  const [id] = propertiesOf(change, 'RECURRENCE-ID');
  const time = readTime(id?.values[0], id?.params['tzid']);
  if (!time) notes.add('unreadable', { found: `RECURRENCE-ID:${id?.text}` });
  const [target] = time ? classes.find(time) : [];
  const day = target ? dayOf(target.campusWall) : time && classes.dayWithin(time);
  if (isCanceled(change)) {
    if (target) classes.remove(target);
    if (day !== undefined) notes.add(target ? 'dates_canceled' : 'exclusion_unmatched', { day });
    return undefined;
  }
  try {
    const start = readStart(change, zones, notes);
    const minutes = readMinutes(change, start, zones) ?? changed.minutes;
    const moved = placeClass(start, minutes, zones);
    const movedDay = dayOf(moved.campusWall);
    const place = valueOf(change, 'LOCATION')?.trim();
    if (place && place !== location) notes.add('other_place', { day: movedDay, found: place });
    if (target && id?.params['range'] === 'THISANDFUTURE') {
      moveFrom(target, changed.start.zone.wallAt(moved.moment), minutes, changed);
      return undefined;
    }
    if (target) classes.remove(target);
    else if (day !== undefined || !time) notes.add('change_unmatched', { day: movedDay });
    return moved;
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    notes.add('change_unreadable', { ...(day !== undefined && { day }), found: error.found });
    return undefined;
  }
};

export const applyChanges = (changes: Component[], changed: ChangedEvent): FileClass[] => {
  const newest = newestChanges(changes);
  const isRange = (change: Component) =>
    propertiesOf(change, 'RECURRENCE-ID')[0]?.params['range'] === 'THISANDFUTURE';
  // A change of a single class names its original moment, before a range of classes was moved.
  return newest
    .toSorted((one, other) => Number(isRange(one)) - Number(isRange(other)))
    .flatMap((change) => applyChange(change, changed) ?? []);
};
