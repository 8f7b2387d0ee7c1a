import type { StoredRule } from '@qr-attendance/contracts';
import type { TermChanged } from '@qr-attendance/contracts/events';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';

type Break = Pick<TermChanged['breaks'][number], 'kind' | 'name' | 'firstDay' | 'lastDay'>;

export interface PlannedClass {
  /** Day and slot: it stays the same while times and room of the slot change. */
  key: string;
  day: string;
  startTime: Date;
  endTime: Date;
  rule: StoredRule;
}
export interface SkippedDay {
  day: string;
  reason: 'break' | 'holiday' | 'date';
  name?: string;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const NOON = Temporal.PlainTime.from('12:00');

/**
 * The days of one weekly class. Computed at noon, because a rule at a time that a change to daylight saving
 * skips would lose that day.
 */
const daysOf = (
  { firstDay, lastDay, everyWeeks }: Pick<StoredRule, 'firstDay' | 'lastDay' | 'everyWeeks'>,
  weekday: number,
  zone: string,
): string[] => {
  const at = (day: string) =>
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: NOON });
  const rule = new RRuleTemporal({
    temporal: Temporal,
    freq: 'WEEKLY',
    interval: everyWeeks,
    byDay: [WEEKDAYS[weekday - 1] ?? 'MO'],
    wkst: 'MO',
    dtstart: at(firstDay),
    until: at(lastDay),
  });
  return rule.all().map((moment) => moment.toPlainDate().toString());
};

/** The moment of a campus time; one that a change to daylight saving skips is an hour later. */
const momentOf = (day: string, time: string, zone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone: zone,
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds,
  );

/** All classes of a rule, regardless of other rules of the series. */
const expandRule = (
  rule: StoredRule,
  breaks: Break[],
  zone: string,
): { classes: PlannedClass[]; skipped: SkippedDay[] } => {
  const classes: PlannedClass[] = [];
  const skipped = new Map<string, SkippedDay>();
  const add = (day: string, { id, start, end }: { id: number; start: string; end: string }) =>
    classes.push({
      key: `${day}.${id}`,
      day,
      startTime: momentOf(day, start, zone),
      endTime: momentOf(day, end, zone),
      rule,
    });
  for (const slot of rule.slots)
    for (const day of daysOf(rule, slot.weekday, zone)) {
      const free =
        rule.skipBreaks && breaks.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
      if (rule.skippedDates.includes(day)) skipped.set(day, { day, reason: 'date' });
      else if (free)
        skipped.set(day, { day, reason: free.kind === 'holiday' ? 'holiday' : 'break', name: free.name });
      else add(day, slot);
    }
  for (const extra of rule.extraDates) add(extra.day, extra);
  return { classes, skipped: [...skipped.values()] };
};

/** Each rule applies until the next one begins. Ordered by time. */
export const expandSeries = (
  rules: StoredRule[],
  breaks: Break[],
  zone: string,
): { classes: PlannedClass[]; skipped: SkippedDay[] } => {
  const expanded = rules.map((rule, index) => {
    const until = rules[index + 1]?.from;
    const applies = ({ day }: { day: string }) => day >= rule.from && (until === undefined || day < until);
    const { classes, skipped } = expandRule(rule, breaks, zone);
    return { classes: classes.filter(applies), skipped: skipped.filter(applies) };
  });
  return {
    classes: expanded
      .flatMap(({ classes }) => classes)
      .sort((one, other) => one.startTime.getTime() - other.startTime.getTime()),
    skipped: expanded.flatMap(({ skipped }) => skipped).sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
};
