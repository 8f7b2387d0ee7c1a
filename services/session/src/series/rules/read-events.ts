import { type CalendarProblem, MAX_TERM_DAYS } from '@qr-attendance/contracts';
import { isTimeZone } from '@qr-attendance/server';
import ICAL from 'ical.js';
import type { Occurrence } from './compress.ts';

export interface FileEvent {
  name: string;
  location?: string;
  endless: boolean;
  occurrences: Occurrence[];
}
export interface EventProblem {
  name: string;
  problem: CalendarProblem;
}

// cspell:ignore byday bymonthday bysetpos exrule rdate vcalendar subcomponents vevent

/** A file with more is refused, so that reading one takes little time. */
const MAX_EVENTS = 1_000;
const MAX_STEPS = 5_000;
const NAME_LENGTH = 200;

export class FileProblem extends Error {
  readonly code: 'not_a_calendar' | 'calendar_too_large';
  constructor(code: FileProblem['code']) {
    super(code);
    this.code = code;
  }
}
class EventRefused extends Error {
  readonly problem: CalendarProblem;
  constructor(problem: CalendarProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Kinds of repetition that timetables have. */
const ALLOWED_PARTS: Record<string, string[]> = {
  DAILY: [],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
};

const requireRule = (event: ICAL.Component): void => {
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur);
  if (rules.length > 1 || event.hasProperty('exrule')) throw new EventRefused('rule');
  for (const rule of rules) {
    const allowed = ALLOWED_PARTS[rule.freq];
    const parts = Object.keys(rule.parts);
    if (!allowed || !parts.every((part) => allowed.includes(part))) throw new EventRefused('rule');
  }
};

const tzidOf = (event: ICAL.Component): string | undefined => {
  const tzid: unknown = event.getFirstProperty('dtstart')?.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
};

const isAfter = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  Temporal.ZonedDateTime.compare(one, other) > 0;
const timeOf = (moment: Temporal.ZonedDateTime): string =>
  moment.toPlainTime().toString({ smallestUnit: 'minute' });
const dayOf = (moment: Temporal.ZonedDateTime): string => moment.toPlainDate().toString();

/** The moment of a time of an event. Times without a zone are those of the campus. */
const momentOf = (
  time: ICAL.Time,
  tzid: string | undefined,
  campusTimeZone: string,
): Temporal.ZonedDateTime => {
  const { year, month, day, hour, minute } = time;
  const wallTimeIn = (zone: string) =>
    Temporal.PlainDateTime.from({ year, month, day, hour, minute }, { overflow: 'reject' })
      .toZonedDateTime(zone)
      .withTimeZone(campusTimeZone);
  if (time.zone === ICAL.Timezone.utcTimezone) return wallTimeIn('UTC');
  if (tzid === undefined) return wallTimeIn(campusTimeZone);
  if (isTimeZone(tzid)) return wallTimeIn(tzid);
  // Described by the file itself, like the zones of Outlook.
  if (time.zone === ICAL.Timezone.localTimezone) throw new EventRefused('zone');
  return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1_000).toZonedDateTimeISO(campusTimeZone);
};

interface Reading {
  campusTimeZone: string;
  now: Temporal.ZonedDateTime;
  /** Steps that are left for the whole file. */
  steps: number;
}

const toOccurrence = (
  {
    startDate,
    endDate,
    item,
  }: Pick<ReturnType<ICAL.Event['getOccurrenceDetails']>, 'startDate' | 'endDate' | 'item'>,
  { campusTimeZone }: Reading,
): { from: Temporal.ZonedDateTime; occurrence: Occurrence } => {
  if (startDate.isDate) throw new EventRefused('all_day');
  const tzid = tzidOf(item.component);
  const from = momentOf(startDate, tzid, campusTimeZone);
  const until = momentOf(endDate, tzid, campusTimeZone);
  const day = dayOf(from);
  if (!isAfter(until, from)) throw new EventRefused('no_end');
  if (dayOf(until) !== day) throw new EventRefused('overnight');
  return { from, occurrence: { day, start: timeOf(from), end: timeOf(until) } };
};

const isCanceled = ({ component }: ICAL.Event): boolean =>
  component.getFirstPropertyValue('status') === 'CANCELLED';

/** The classes of an event from today on. */
const listOccurrences = (event: ICAL.Event, reading: Reading): Occurrence[] => {
  const first = reading.now.startOfDay();
  const last = first.add({ days: MAX_TERM_DAYS });
  const found: Occurrence[] = [];
  const add = (time: ICAL.Time): boolean => {
    if ((reading.steps -= 1) < 0) throw new FileProblem('calendar_too_large');
    const details = event.getOccurrenceDetails(time);
    const { from, occurrence } = toOccurrence(details, reading);
    if (!isAfter(first, from) && !isAfter(from, last) && !isCanceled(details.item)) found.push(occurrence);
    // A moved occurrence does not end the search.
    return !isAfter(from, last) || details.item !== event;
  };
  const { component } = event;
  // The library leaves out the start of an event that has dates instead of a rule.
  if (component.hasProperty('rdate') && !component.hasProperty('rrule')) add(event.startDate);
  const dates = event.iterator();
  for (let time = dates.next() as ICAL.Time | undefined; time; time = dates.next() as ICAL.Time | undefined)
    if (!add(time)) break;
  if (found.length === 0 && !isCanceled(event)) throw new EventRefused('past');
  return found;
};

const nameOf = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('summary') ?? '')
    .trim()
    .slice(0, NAME_LENGTH);

const readEvent = (component: ICAL.Component, exceptions: ICAL.Component[], reading: Reading): FileEvent => {
  requireRule(component);
  if (!component.hasProperty('dtstart')) throw new EventRefused('invalid');
  const event = new ICAL.Event(component, { exceptions, strictExceptions: true });
  const rule = component.getFirstPropertyValue('rrule') as ICAL.Recur | null;
  const location = String(event.location ?? '')
    .trim()
    .slice(0, NAME_LENGTH);
  return {
    ...{ name: nameOf(component), endless: rule !== null && rule.count === null && rule.until === null },
    ...(location !== '' && { location }),
    occurrences: listOccurrences(event, reading),
  };
};

const parse = (text: string): ICAL.Component[] => {
  try {
    const parsed: unknown = ICAL.parse(text);
    const calendars = (
      Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : parsed
    ) as unknown[];
    const components = calendars.map((calendar) => new ICAL.Component(calendar as []));
    if (components.length === 0 || components.some(({ name }) => name !== 'vcalendar'))
      throw new FileProblem('not_a_calendar');
    return components.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('not_a_calendar');
  }
};

/**
 * Reads the events of an iCalendar file, with their repetitions, exceptions and additional dates.
 * @throws FileProblem if it is not such a file, or too large
 */
export const readEvents = (
  text: string,
  { now, campusTimeZone }: { now: Date; campusTimeZone: string },
): { events: FileEvent[]; problems: EventProblem[] } => {
  const components = parse(text);
  if (components.length > MAX_EVENTS) throw new FileProblem('calendar_too_large');
  const [exceptions, masters] = [true, false].map((wanted) =>
    components.filter((one) => one.hasProperty('recurrence-id') === wanted),
  ) as [ICAL.Component[], ICAL.Component[]];
  const uidOf = (one: ICAL.Component) => one.getFirstPropertyValue('uid');
  const byUid = Map.groupBy(exceptions, uidOf);
  const reading = {
    campusTimeZone,
    now: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(campusTimeZone),
    steps: MAX_STEPS,
  };
  const events: FileEvent[] = [];
  const problems: EventProblem[] = [];
  for (const component of masters)
    try {
      const event = readEvent(component, byUid.get(uidOf(component)) ?? [], reading);
      if (event.occurrences.length > 0) events.push(event);
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      // The library throws plain errors for values that it cannot read.
      const problem = error instanceof EventRefused ? error.problem : 'invalid';
      problems.push({ name: nameOf(component), problem });
    }
  return { events, problems };
};
