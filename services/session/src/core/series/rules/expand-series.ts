import { campusDay } from '@qr-attendance/server';
import { endsNextDay, MAX_CLASS_MS, type StoredRule } from '@qr-attendance/contracts';
import type { TermChanged } from '@qr-attendance/contracts/events';
import { beforeNextRule, dayBefore, EARLIEST_DAY } from './series-rules.ts';

type Break = Pick<TermChanged['breaks'][number], 'kind' | 'name' | 'firstDay' | 'lastDay'>;

export interface PlannedClass {
  /** Day and slot; stays the same if times and room of the slot change. */
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

export interface Days {
  from: string;
  to: string;
}
const ALL_DAYS: Days = { from: EARLIEST_DAY, to: '9999-12-31' };

/**
 * The days of all classes that start in a period, with a margin, because a change to daylight saving time can move
 * the start of a class past midnight.
 */
export const daysOfPeriod = ({ from, to }: { from: Date; to: Date }, zone: string): Days => ({
  from: dayBefore(campusDay(from, zone)),
  to: campusDay(to, zone),
});

/** The days of one weekly class. Weeks are counted from the week of the first day. */
export const weeklyDays = (
  { firstDay, lastDay, everyWeeks }: Pick<StoredRule, 'firstDay' | 'lastDay' | 'everyWeeks'>,
  weekday: number,
  days: Days = ALL_DAYS,
): string[] => {
  const from = days.from > firstDay ? days.from : firstDay;
  const to = days.to < lastDay ? days.to : lastDay;
  if (from > to) return [];
  const first = Temporal.PlainDate.from(firstDay);
  // The weekday in the week of the first day, possibly before that day.
  const origin = first.add({ days: weekday - first.dayOfWeek });
  const stepsUntil = (day: string) => origin.until(day, { largestUnit: 'days' }).days / (7 * everyWeeks);
  const start = Math.ceil(stepsUntil(from));
  const count = Math.floor(stepsUntil(to)) - start + 1;
  return Array.from({ length: count }, (_day, index) =>
    origin.add({ weeks: (start + index) * everyWeeks }).toString(),
  );
};

/**
 * Converts campus times to moments. A class ends when the clock shows its end; but if a clock change skips or
 * repeats its start, the class keeps its length, and a skipped start is an hour later.
 */
const momentsOf = (
  day: string,
  { start, end }: { start: string; end: string },
  zone: string,
): Pick<PlannedClass, 'startTime' | 'endTime'> => {
  const date = Temporal.PlainDate.from(day);
  const first = date.toPlainDateTime(start);
  const last = date.add({ days: endsNextDay({ start, end }) ? 1 : 0 }).toPlainDateTime(end);
  const startTime = first.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isCertain = startTime.equals(first.toZonedDateTime(zone, { disambiguation: 'later' }));
  const from = first.toZonedDateTime(zone).epochMilliseconds;
  const until = isCertain
    ? last.toZonedDateTime(zone).epochMilliseconds
    : from + first.until(last).total('milliseconds');
  return { startTime: new Date(from), endTime: new Date(Math.min(until, from + MAX_CLASS_MS)) };
};

const expandRule = (
  rule: StoredRule,
  breaks: Break[],
  zone: string,
  days: Days,
): { classes: PlannedClass[]; skipped: SkippedDay[] } => {
  const classes: PlannedClass[] = [];
  const skipped = new Map<string, SkippedDay>();
  const add = (day: string, { id, ...times }: { id: number; start: string; end: string }) =>
    classes.push({ key: `${day}.${id}`, day, ...momentsOf(day, times, zone), rule });
  for (const slot of rule.slots)
    for (const day of weeklyDays(rule, slot.weekday, days)) {
      const free =
        rule.skipBreaks && breaks.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
      if (rule.skippedDates.includes(day)) skipped.set(day, { day, reason: 'date' });
      else if (free)
        skipped.set(day, { day, reason: free.kind === 'holiday' ? 'holiday' : 'break', name: free.name });
      else add(day, slot);
    }
  for (const extra of rule.extraDates)
    if (extra.day >= days.from && extra.day <= days.to) add(extra.day, extra);
  return { classes, skipped: [...skipped.values()] };
};

/** Each rule applies until the next one begins. Sorted by time. */
export const expandSeries = (
  rules: StoredRule[],
  breaks: Break[],
  zone: string,
  { from = ALL_DAYS.from, to = ALL_DAYS.to }: Partial<Days> = {},
): { classes: PlannedClass[]; skipped: SkippedDay[] } => {
  const expanded = rules.flatMap((rule, index) => {
    const days = { from: from > rule.from ? from : rule.from, to: beforeNextRule(rules, index, to) };
    return days.from > days.to ? [] : expandRule(rule, breaks, zone, days);
  });
  return {
    classes: expanded
      .flatMap(({ classes }) => classes)
      .sort((one, other) => one.startTime.getTime() - other.startTime.getTime()),
    skipped: expanded.flatMap(({ skipped }) => skipped).sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
};
