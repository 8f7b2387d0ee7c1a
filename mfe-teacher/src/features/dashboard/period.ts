import { analyticsPeriodSchema, type AttendanceAnalyticsEntry } from '@qr-attendance/contracts';
import { currentLanguage } from '@qr-attendance/web-kit';

export const periods = analyticsPeriodSchema.options;
export type Period = (typeof periods)[number];

export const readPeriod = (search: URLSearchParams): Period =>
  analyticsPeriodSchema.safeParse(search.get('period')).data ?? 'thisWeek';

/** The server's day names are English only. */
const nameOf = ({ date, name }: AttendanceAnalyticsEntry, wholeMonth: boolean): string => {
  const language = currentLanguage();
  if (language === 'en') return name;
  const day = new Date(`${date}T12:00:00Z`);
  const parts: Intl.DateTimeFormatOptions = wholeMonth
    ? { day: 'numeric', month: 'short' }
    : { weekday: 'short' };
  return day.toLocaleDateString(language, { ...parts, timeZone: 'UTC' });
};

/** Days without a session stay empty. */
export const toBars = (entries: AttendanceAnalyticsEntry[]): { name: string; value: number | null }[] =>
  entries.map((entry) => ({
    name: nameOf(entry, entries.length > 7),
    value: entry.attendance === null ? null : Math.round(entry.attendance),
  }));
