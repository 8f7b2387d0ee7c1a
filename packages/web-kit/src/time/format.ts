import { currentLanguage, i18n } from '../texts/languages.ts';
import { campusDay, campusTimeZone, campusYear, isViewerElsewhere, viewerTimeZone } from './campus-zone.ts';
import { dateFormat } from './date-format.ts';

/** Parses a calendar day as noon UTC and formats it in UTC, so that it does not shift to the previous day. */
const read = (dayOrMoment: string): { date: Date; timeZone?: string } =>
  /^\d{4}-\d{2}-\d{2}$/.test(dayOrMoment)
    ? { date: new Date(`${dayOrMoment}T12:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(dayOrMoment) };

/** Formats `Mon 14 Sep`, with the year unless it is the current year. Moments are shown as campus days. */
export const formatDay = (dayOrMoment: string): string => {
  const language = currentLanguage();
  const { date, timeZone } = read(dayOrMoment);
  const year = timeZone ? date.getUTCFullYear() : campusYear(date);
  const thisYear = year === campusYear(new Date());
  const format = dateFormat(language === 'en' ? 'en-US' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(thisYear ? {} : { year: 'numeric' }),
    timeZone: timeZone ?? campusTimeZone(),
  });
  if (language !== 'en') return format.format(date);
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts['weekday'], parts['day'], parts['month'], parts['year']].filter(Boolean).join(' ');
};

const clockTime = (moment: string, timeZone: string): string =>
  dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    new Date(moment),
  );

/** Formats `09:05` in campus time, for narrow cells. */
export const formatCampusTime = (moment: string): string => clockTime(moment, campusTimeZone());

/** Formats `09:05` in campus time, plus the viewer's time if it differs. */
export const formatTime = (moment: string): string => {
  const there = formatCampusTime(moment);
  if (!isViewerElsewhere(new Date(moment))) return there;
  return i18n.t('common:timeElsewhere', { there, here: clockTime(moment, viewerTimeZone()) });
};

/** Formats `Mon 14 Sep, 09:05` in campus time, plus the viewer's time if it differs. */
export const formatDayTime = (moment: string): string => `${formatDay(moment)}, ${formatTime(moment)}`;

const DAY_MS = 86_400_000;
const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const calendarDaysBetween = (from: number, to: number): number =>
  (Date.parse(campusDay(new Date(to))) - Date.parse(campusDay(new Date(from)))) / DAY_MS;

/** From one day on, counts midnights: 40 hours can be `yesterday` or `2 days ago`. */
export const formatRelative = (moment: string, now: number = Date.now()): string => {
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const then = Date.parse(moment);
  const elapsed = then - now;
  if (Math.abs(elapsed) >= DAY_MS) return relative.format(calendarDaysBetween(now, then), 'day');
  for (const [unit, ms] of UNITS)
    if (Math.abs(elapsed) >= ms) return relative.format(Math.trunc(elapsed / ms), unit);
  return relative.format(0, 'second');
};
