import {
  type FileRule,
  MAX_EVERY_WEEKS,
  MAX_EXTRA_DATES,
  MAX_SKIPPED_DATES,
  MAX_SLOTS,
} from '@qr-attendance/contracts';
import { weeklyDays } from '../../../core/series/rules/expand-series.ts';

export interface Occurrence {
  day: string;
  start: string;
  end: string;
}
interface Slot {
  weekday: number;
  start: string;
  end: string;
}

const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;
const MONDAY = Temporal.PlainDate.from('1970-01-05');
const weekOf = (day: string): number => Math.floor(MONDAY.until(day, { largestUnit: 'days' }).days / 7);
const textOf = ({ day, start, end }: Occurrence): string => `${day} ${start} ${end}`;
const compare = (one: string, other: string): number => (one < other ? -1 : 1);

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
/** The number of weeks between classes; 0 for a single week. */
const stepOf = (weeks: number[]): number =>
  weeks.reduce((step, week) => greatestDivisor(step, week - (weeks[0] ?? week)), 0);

/** Whether a slot has a class in at least half of the weeks in which its step expects one. */
const isWeekly = (days: string[]): boolean => {
  const weeks = days.map(weekOf);
  const step = stepOf(weeks);
  const span = (weeks.at(-1) ?? 0) - (weeks[0] ?? 0);
  return step > 0 && step <= MAX_EVERY_WEEKS && 2 * days.length > span / step;
};

const findSlots = (occurrences: Occurrence[]): (Slot & { days: string[] })[] =>
  [...Map.groupBy(occurrences, ({ day, start, end }) => `${weekdayOf(day)} ${start} ${end}`).values()]
    .map((some) => {
      const days = some.map(({ day }) => day);
      const [{ day, start, end } = { day: '', start: '', end: '' }] = some;
      return { weekday: weekdayOf(day), start, end, days };
    })
    .filter(({ days }) => isWeekly(days))
    .toSorted((one, other) => other.days.length - one.days.length)
    .slice(0, MAX_SLOTS);

/**
 * Describes classes as a rule with weekly slots, skipped dates and extra dates.
 * @returns undefined if too many classes do not follow a weekly pattern
 */
export const toRule = (classes: Occurrence[]): FileRule | undefined => {
  const byText = new Map(classes.map((one) => [textOf(one), one]));
  const occurrences = [...byText.values()].toSorted((one, other) => compare(textOf(one), textOf(other)));
  const candidates = findSlots(occurrences);
  const repeatedDays = candidates.flatMap(({ days }) => days).toSorted(compare);
  const step = stepOf(repeatedDays.map(weekOf));
  const slots = step <= MAX_EVERY_WEEKS ? candidates : [];
  const days = slots.length > 0 ? repeatedDays : occurrences.map(({ day }) => day);
  const [firstDay, lastDay] = [days[0] ?? '', days.at(-1) ?? ''];
  const frame = { firstDay, lastDay, everyWeeks: Math.max(1, slots.length > 0 ? step : 1) };
  const expected = slots.flatMap(({ weekday, start, end }) =>
    weeklyDays(frame, weekday).map((day) => ({ day, start, end })),
  );
  const skippedDates = [
    ...new Set(expected.filter((one) => !byText.has(textOf(one))).map(({ day }) => day)),
  ].toSorted(compare);
  const planned = new Set(expected.filter(({ day }) => !skippedDates.includes(day)).map(textOf));
  const extraDates = occurrences.filter((one) => !planned.has(textOf(one)));
  if (extraDates.length > MAX_EXTRA_DATES || skippedDates.length > MAX_SKIPPED_DATES) return undefined;
  return {
    ...frame,
    skippedDates,
    extraDates,
    slots: slots
      .map(({ weekday, start, end }) => ({
        weekday,
        start,
        end,
      }))
      .toSorted((one, other) => one.weekday - other.weekday || compare(one.start, other.start)),
  };
};
