import i18next from 'i18next';
import { currentLanguage } from '../messages/languages.ts';
import { campusTimeZone, viewerIsElsewhere } from './campus-zone.ts';
import { dateFormat } from './date-format.ts';

/** A calendar day (`YYYY-MM-DD`) is no moment: read it as noon UTC and tell it in UTC, or it may slip to the day before. */
const read = (dayOrMoment: string): { date: Date; timeZone?: string } =>
  /^\d{4}-\d{2}-\d{2}$/.test(dayOrMoment)
    ? { date: new Date(`${dayOrMoment}T12:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(dayOrMoment) };

/** `Mon 14 Sep`, with the year when it is not this one. Takes a day, or a moment in a zone, by default the viewer's. */
export const formatDay = (dayOrMoment: string, zone?: string): string => {
  const language = currentLanguage();
  const { date, timeZone = zone } = read(dayOrMoment);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  const format = dateFormat(language === 'en' ? 'en-US' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(thisYear ? {} : { year: 'numeric' }),
    ...(timeZone ? { timeZone } : {}),
  });
  if (language !== 'en') return format.format(date);
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts['weekday'], parts['day'], parts['month'], parts['year']].filter(Boolean).join(' ');
};

/** `09:05`, in the viewer's zone unless another is given. */
export const formatTime = (moment: string, timeZone?: string): string =>
  dateFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(moment));

/** A session's start or end as the campus's clocks show it, with the viewer's own beside it where it differs. */
export const formatCampusTime = (moment: string): string => {
  const there = formatTime(moment, campusTimeZone());
  if (!viewerIsElsewhere(new Date(moment))) return there;
  return i18next.t('common:timeElsewhere', { there, here: formatTime(moment) });
};

/** `Mon 14 Sep, 09:05` as the campus's calendar and clocks show it, with the viewer's own time where it differs. */
export const formatCampusDayTime = (moment: string): string =>
  `${formatDay(moment, campusTimeZone())}, ${formatCampusTime(moment)}`;

/** `Mon 14 Sep, 09:05`. */
export const formatDayTime = (moment: string): string => `${formatDay(moment)}, ${formatTime(moment)}`;

const DAY_MS = 86_400_000;
const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Midnights between two moments in the viewer's zone; a day of 23 or 25 hours is one, too. */
const calendarDaysBetween = (from: number, to: number): number =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY_MS);

/**
 * `5 minutes ago`, `yesterday`; `now` below a minute. From a day on it counts midnights, as people do: 40 hours can be
 * `yesterday` or `2 days ago`. Show the exact time beside it or in a tooltip.
 */
export const formatRelative = (moment: string, now: number = Date.now()): string => {
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const then = Date.parse(moment);
  const elapsed = then - now;
  if (Math.abs(elapsed) >= DAY_MS) return relative.format(calendarDaysBetween(now, then), 'day');
  for (const [unit, ms] of UNITS)
    if (Math.abs(elapsed) >= ms) return relative.format(Math.trunc(elapsed / ms), unit);
  return relative.format(0, 'second');
};
