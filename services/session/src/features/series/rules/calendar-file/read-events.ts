import type { CalendarProblem } from '@qr-attendance/contracts';
import { sequenceOf } from './apply-changes.ts';
import { propertiesOf, readComponents, valueOf, type Component } from './components.ts';
import { EventError, truncateForNote } from './notes.ts';
import { type FileEvent, nameOf, readEvent, type ReadOptions } from './read-event.ts';
import { createZones } from './zones.ts';

export interface EventProblem {
  name: string;
  problem: CalendarProblem;
  found?: string;
}
export interface ReadEvents {
  events: FileEvent[];
  problems: EventProblem[];
}

export class FileProblem extends Error {
  readonly code: 'not_a_calendar' | 'calendar_too_large';
  constructor(code: FileProblem['code']) {
    super(code);
    this.code = code;
  }
}

/** The limit is enough for a year of a busy calendar. Later repetitions are listed as omitted. */
const MAX_CLASSES = 20_000;

const isChange = (event: Component): boolean => propertiesOf(event, 'RECURRENCE-ID').length > 0;

/** Problems that are found before the changes of an event are read. */
const LEAVES_CHANGES = new Set<CalendarProblem>(['past', 'canceled', 'rule', 'too_many']);

const readAll = (events: Component[], reading: ReadOptions): ReadEvents => {
  const read: ReadEvents = { events: [], problems: [] };
  const refuse = (event: Component, problem: CalendarProblem, found?: string) =>
    read.problems.push({
      name: nameOf(event),
      problem,
      ...(found !== undefined && { found: truncateForNote(found) }),
    });
  /** @returns false if the changes must still be read separately */
  const tryToRead = (event: Component, changes: Component[], isSingle = false): boolean => {
    try {
      const { notes, ...eventResult } = readEvent(event, changes, reading);
      const day = eventResult.occurrences[0]?.day;
      const extra = isSingle && day !== undefined ? [{ note: 'change_unmatched' as const, days: [day] }] : [];
      read.events.push({ ...eventResult, notes: [...notes, ...extra] });
      return true;
    } catch (error) {
      // A value may exceed the range of Temporal.
      const isUnderstood = error instanceof EventError;
      if (!isUnderstood && !(error instanceof RangeError)) throw error;
      refuse(event, isUnderstood ? error.problem : 'invalid', isUnderstood ? error.found : undefined);
      return isUnderstood && LEAVES_CHANGES.has(error.problem);
    }
  };
  const byUid = Map.groupBy(events, (event) => valueOf(event, 'UID') ?? event);
  for (const sameUid of byUid.values()) {
    const changes = sameUid.filter((one) => isChange(one) && !one.isCutOff);
    const masters = sameUid.filter((one) => !isChange(one));
    const newest = Math.max(...masters.map(sequenceOf));
    let isRead = false;
    for (const master of masters)
      if (sequenceOf(master) < newest) refuse(master, 'replaced');
      else isRead = tryToRead(master, changes) || isRead;
    for (const cutOff of sameUid.filter((one) => isChange(one) && one.isCutOff)) refuse(cutOff, 'cut_off');
    // Changed classes can be read without their series.
    if (!isRead) for (const change of changes) tryToRead(change, [], true);
  }
  return read;
};

/** Whether an event's values are outside of any event, because an earlier line is damaged. */
const isStray = (component: Component): boolean => {
  const { kind, parent } = component;
  const isOutside = parent === undefined || parent.kind === 'VCALENDAR';
  const isUnknown = !['VEVENT', 'VTODO', 'VJOURNAL', 'VTIMEZONE'].includes(kind);
  const hasValues = ['SUMMARY', 'DTSTART'].some((name) => valueOf(component, name) !== undefined);
  return isOutside && isUnknown && hasValues;
};

/**
 * Reads the classes of an iCalendar file, with repetitions, exceptions and additional dates. Everything
 * omitted is listed with the reason.
 * @param when the day from which classes are read, and a number of days
 * @throws FileProblem if the text is not an iCalendar file
 */
export const readEvents = (
  text: string,
  when: { now: Date; campusTimeZone: string; days: number },
): ReadEvents => {
  const { now, campusTimeZone, days } = when;
  const components = readComponents(text);
  const calendars = components.filter(({ kind }) => kind === 'VCALENDAR');
  const events = components.filter(({ kind }) => kind === 'VEVENT');
  // The first line may be damaged.
  if (calendars.length + events.length === 0) throw new FileProblem('not_a_calendar');
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(campusTimeZone)
    .startOfDay();
  const window = { from: today.toInstant(), to: today.add({ days }).toInstant() };
  const zones = createZones(components, window, campusTimeZone);
  const { problems, ...read } = readAll(events, { zones, window, classesLeft: MAX_CLASSES });
  for (const task of components.filter(({ kind }) => kind === 'VTODO' || kind === 'VJOURNAL'))
    problems.push({ name: nameOf(task), problem: 'task' });
  for (const stray of components.filter(isStray))
    problems.push({ name: nameOf(stray), problem: 'invalid', found: stray.kind });
  const isEventCutOff = problems.some(({ problem }) => problem === 'cut_off');
  if (calendars.some(({ isCutOff }) => isCutOff) && !isEventCutOff)
    problems.push({ name: '', problem: 'cut_off' });
  return { ...read, problems };
};
