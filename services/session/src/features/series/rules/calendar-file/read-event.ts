import type { Occurrence } from '../compress.ts';
import { applyChanges, isCanceled } from './apply-changes.ts';
import { type ClassSet, createClassSet, isInWindow, toOccurrence } from './classes.ts';
import { propertiesOf, valueOf, type Component, type Property } from './components.ts';
import type { TimeWindow } from './parse-zone-definition.ts';
import { readTime } from './file-time.ts';
import { createNotes, EventError, type Note, type Notes } from './notes.ts';
import {
  addDuration,
  isLengthOfClass,
  minutesBetween,
  readMinutes,
  readStart,
  type ZonedTime,
} from './read-times.ts';
import { readRule, wallTimesBetween } from './recurrence.ts';
import type { Zones } from './zones.ts';

export interface FileEvent {
  name: string;
  location?: string;
  endless: boolean;
  occurrences: Occurrence[];
  notes: Note[];
}
export interface ReadOptions {
  zones: Zones;
  window: TimeWindow;
  /** Number of repeated classes that may still be read from the whole file. */
  classesLeft: number;
}

const NAME_LENGTH = 200;
export const nameOf = (component: Component, property = 'SUMMARY'): string =>
  (valueOf(component, property) ?? '').trim().slice(0, NAME_LENGTH);

interface ExpandedRules {
  walls: Temporal.PlainDateTime[];
  endless: boolean;
  unsupported: string[];
}

const expandRules = (
  component: Component,
  name: string,
  start: ZonedTime,
  reading: ReadOptions,
): ExpandedRules => {
  const { zones, window } = reading;
  const { zone, isUtc } = start;
  // Zones differ by at most a day.
  const from = zone.wallAt(window.from).subtract({ days: 1 });
  const to = zone.wallAt(window.to).add({ days: 1 });
  const expanded: ExpandedRules = { walls: [], endless: false, unsupported: [] };
  for (const {
    values: [text = ''],
  } of propertiesOf(component, name)) {
    const rule = readRule(text, start.wall, ({ wall, day, isUtc: inUtc }) => {
      if (!wall) {
        const end = day.toPlainDateTime('23:59:59');
        return isUtc ? zone.wallAt(zones.campus.momentOf(end)) : end;
      }
      return inUtc ? zone.wallAt(wall.toZonedDateTime('UTC').toInstant()) : wall;
    });
    // Stops expanding, so that the rest of the file is read quickly.
    if (reading.classesLeft <= 0) throw new EventError('too_many', text);
    const walls = rule && wallTimesBetween(rule, from, to);
    if (!walls) expanded.unsupported.push(text);
    else {
      if ((reading.classesLeft -= walls.length) < 0) throw new EventError('too_many', text);
      expanded.walls.push(...walls);
      expanded.endless ||= rule.endless;
    }
  }
  return expanded;
};

/** Some programs write an empty line if nothing is excluded. */
const hasValue = ({ text }: Property): boolean => text.trim() !== '';

/** @param end a time or a duration; @returns undefined if a class cannot last that long */
const minutesOfPeriod = (from: Temporal.PlainDateTime, end: string): number | undefined => {
  const until = readTime(end)?.wall ?? addDuration(from, end);
  const minutes = until ? minutesBetween(from, until) : 0;
  return isLengthOfClass(minutes) ? minutes : undefined;
};

/** Converts times of other zones to the event's zone; the moments stay the same. */
const addDates = (
  component: Component,
  start: ZonedTime,
  usual: number,
  classes: ClassSet,
  notes: Notes,
): void => {
  for (const { values, params, text } of propertiesOf(component, 'RDATE').filter(hasValue))
    for (const value of values) {
      const [first, end] = value.split('/');
      const time = readTime(first, params['tzid']);
      const moment = time && classes.momentOf(time);
      const wall = moment ? start.zone.wallAt(moment) : time?.day.toPlainDateTime(start.wall);
      const minutes = end && time?.wall ? minutesOfPeriod(time.wall, end) : usual;
      if (wall && minutes !== undefined) classes.add(wall, minutes);
      else notes.add('unreadable', { found: `RDATE:${text}` });
    }
};

/** @returns the number of excluded classes */
const excludeDates = (component: Component, classes: ClassSet, notes: Notes): number => {
  let excluded = 0;
  const unmatched: string[] = [];
  for (const { values, params, text } of propertiesOf(component, 'EXDATE').filter(hasValue))
    for (const value of values) {
      const time = readTime(value, params['tzid']);
      if (!time) {
        notes.add('unreadable', { found: `EXDATE:${text}` });
        continue;
      }
      const matching = classes.find(time);
      for (const excludedClass of matching) classes.remove(excludedClass);
      excluded += matching.length;
      const day = classes.dayWithin(time);
      if (matching.length === 0 && day !== undefined) unmatched.push(day);
    }
  for (const day of unmatched) notes.add('exclusion_unmatched', { day });
  return excluded;
};

/**
 * The classes of an event within the window.
 * @throws EventError
 */
export const readEvent = (component: Component, changes: Component[], reading: ReadOptions): FileEvent => {
  const { zones, window } = reading;
  const notes = createNotes();
  if (component.isCutOff) throw new EventError('cut_off');
  if (isCanceled(component)) throw new EventError('canceled');
  const start = readStart(component, zones, notes);
  const minutes = readMinutes(component, start, zones);
  if (minutes === undefined) throw new EventError('no_end');
  const classes = createClassSet(start, zones, window);
  const { walls, endless, unsupported } = expandRules(component, 'RRULE', start, reading);
  const isFirstWithin = isInWindow(start.zone.momentOf(start.wall), window);
  const rules = propertiesOf(component, 'RRULE').map(({ values: [text = ''] }) => text);
  // A rule that never applies counts as unsupported.
  if (walls.length === 0 && isFirstWithin) unsupported.push(...rules);
  for (const wall of walls) classes.add(wall, minutes);
  if (rules.length === 0 || walls.length === 0) classes.add(start.wall, minutes);
  else if (isFirstWithin && !walls.some((wall) => wall.equals(start.wall)))
    notes.add('start_left_out', { day: start.wall.toPlainDate().toString() });
  addDates(component, start, minutes, classes, notes);
  const excluded = expandRules(component, 'EXRULE', start, reading);
  for (const wall of excluded.walls)
    for (const one of classes.find({ wall, day: wall.toPlainDate(), isUtc: start.isUtc }))
      classes.remove(one);
  for (const found of new Set([...unsupported, ...excluded.unsupported])) notes.add('rule', { found });
  for (const found of component.unreadable) notes.add('unreadable', { found });
  const removed = excludeDates(component, classes, notes);
  const location = nameOf(component, 'LOCATION');
  const changed = applyChanges(changes, { classes, start, minutes, location, zones, notes });
  const occurrences = [...classes.list(), ...changed]
    .filter(({ moment }) => isInWindow(moment, window))
    .map(toOccurrence);
  if (occurrences.length === 0) {
    if (unsupported[0] !== undefined) throw new EventError('rule', unsupported[0]);
    const isAllCanceled = removed > 0 || notes.list().some(({ note }) => note === 'dates_canceled');
    throw new EventError(isAllCanceled ? 'canceled' : 'past');
  }
  return {
    name: nameOf(component),
    endless,
    occurrences,
    notes: notes.list(),
    ...(location !== '' && { location }),
  };
};
