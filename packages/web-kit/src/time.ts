const dayParts = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', month: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A calendar day (`YYYY-MM-DD`) is no moment: read it in the viewer's zone, or it may slip to the day before. */
const toDate = (dayOrMoment: string): Date =>
  /^\d{4}-\d{2}-\d{2}$/.test(dayOrMoment) ? new Date(`${dayOrMoment}T00:00`) : new Date(dayOrMoment);

/** `Mon 14 Sep`, with the year when it is not this one. Takes a day or a moment. */
export const formatDay = (dayOrMoment: string): string => {
  const date = toDate(dayOrMoment);
  const parts = Object.fromEntries(dayParts.formatToParts(date).map(({ type, value }) => [type, value]));
  const year = date.getFullYear() === new Date().getFullYear() ? '' : ` ${date.getFullYear()}`;
  return `${parts['weekday']} ${parts['day']} ${parts['month']}${year}`;
};

/** `9:05`, in the viewer's zone. */
export const formatTime = (moment: string): string => {
  const date = new Date(moment);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
};

/** `Mon 14 Sep, 9:05`. */
export const formatDayTime = (moment: string): string => `${formatDay(moment)}, ${formatTime(moment)}`;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `5 minutes ago`, `yesterday`; `now` below a minute. Show the exact time beside it or in a tooltip. */
export const formatRelative = (moment: string, now: number = Date.now()): string => {
  const elapsed = Date.parse(moment) - now;
  for (const [unit, ms] of UNITS)
    if (Math.abs(elapsed) >= ms) return relative.format(Math.trunc(elapsed / ms), unit);
  return relative.format(0, 'second');
};
