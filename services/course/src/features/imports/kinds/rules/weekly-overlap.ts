import { endsNextDay, MAX_EVERY_WEEKS, type WeeklyClass } from '@qr-attendance/contracts';

export type Weekly = Pick<
  WeeklyClass,
  'weekday' | 'start' | 'end' | 'everyWeeks' | 'firstDay' | 'lastDay'
> & {
  /** The first day of the class, if it is later than the day from which weeks are counted. */
  from?: string;
};
/** A weekly class as numbers of weeks and minutes, which are cheap to compare. */
export type Weeks = Pick<Weekly, 'weekday' | 'start' | 'end' | 'everyWeeks'> & {
  counted: number;
  first: number;
  last: number;
  night?: Weeks;
};

const DAY_MS = 86_400_000;
const MONDAY = Date.parse('2001-01-01');
/** Two repetitions coincide within this number of weeks, or never. */
const MAX_PERIOD = MAX_EVERY_WEEKS * (MAX_EVERY_WEEKS - 1);

/** Computes in UTC, which has no daylight saving. */
const readDay = (day: string): { week: number; weekday: number } => {
  const days = (Date.parse(day) - MONDAY) / DAY_MS;
  const week = Math.floor(days / 7);
  return { week, weekday: days - week * 7 + 1 };
};

const splitAtMidnight = (weeks: Weeks): Weeks => {
  const { start, end, weekday, counted, first, last } = weeks;
  if (!endsNextDay({ start, end })) return weeks;
  const evening = { ...weeks, end: '24:00' };
  if (end === '00:00') return evening;
  // The day after a Sunday belongs to the next week.
  const later = weekday === 7 ? 1 : 0;
  const night = {
    ...weeks,
    weekday: (weekday % 7) + 1,
    start: '00:00',
    counted: counted + later,
    first: first + later,
    last: last + later,
  };
  return { ...evening, night };
};

export const weekdaysOf = ({ weekday, night }: Weeks): number[] =>
  night ? [weekday, night.weekday] : [weekday];

export const toWeeks = ({ from = '', firstDay, lastDay, ...weekly }: Weekly): Weeks => {
  const { weekday, start, end, everyWeeks } = weekly;
  const first = readDay(from > firstDay ? from : firstDay);
  const last = readDay(lastDay);
  return splitAtMidnight({
    weekday,
    start,
    end,
    everyWeeks,
    counted: readDay(firstDay).week,
    first: first.week + (first.weekday > weekday ? 1 : 0),
    last: last.week - (last.weekday < weekday ? 1 : 0),
  });
};

const isHeldIn = ({ counted, everyWeeks }: Weeks, week: number): boolean =>
  (week - counted) % everyWeeks === 0;

const partsOverlap = (one: Weeks, other: Weeks): boolean => {
  if (one.weekday !== other.weekday || one.start >= other.end || other.start >= one.end) return false;
  const first = Math.max(one.first, other.first);
  const last = Math.min(one.last, other.last, first + MAX_PERIOD);
  for (let week = first; week <= last; week += 1)
    if (isHeldIn(one, week) && isHeldIn(other, week)) return true;
  return false;
};

const partsOf = (weeks: Weeks): Weeks[] => (weeks.night ? [weeks, weeks.night] : [weeks]);

/** Whether two weekly classes ever overlap, ignoring holidays and breaks. */
export const overlap = (one: Weeks, other: Weeks): boolean =>
  partsOf(one).some((part) => partsOf(other).some((another) => partsOverlap(part, another)));
