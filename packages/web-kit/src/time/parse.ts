import { foldForSearch } from '@qr-attendance/contracts';
import { languages } from '../texts/language-names.ts';
import { campusYear } from './campus-zone.ts';

const monthNames = (): string[][] =>
  Object.keys(languages).map((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => foldForSearch(format.format(Date.UTC(2026, month, 15))));
  });

/** Parses `11`, `Nov`, `November` or `Dez`; 0 if unknown. */
const monthOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  const start = foldForSearch(text);
  if (start.length < 3) return 0;
  return Math.max(...monthNames().map((names) => names.findIndex((name) => name.startsWith(start)))) + 1;
};

const twoDigits = (n: number) => String(n).padStart(2, '0');

const dayOf = (year: number, month: number, date: number): string | undefined => {
  const day = new Date(Date.UTC(year, month - 1, date));
  const exists = day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  return exists && year >= 1000 ? `${year}-${twoDigits(month)}-${twoDigits(date)}` : undefined;
};

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const WRITTEN_DAY = /^(?:\p{L}+\.?,?\s*)?(\d{1,2})[\s./-]+(\d{1,2}|\p{L}+)[\s./,-]*(\d{4}|\d{2})?$/u;

/** Parses `Sun 22 Nov`, `22 November 2026`, `22.11.`, `22/11/26` or `2026-11-22`. */
export const parseDay = (text: string, thisYear = campusYear(new Date())): string | undefined => {
  const typed = text.trim();
  const iso = ISO_DAY.exec(typed);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, date = '', month = '', year = ''] = WRITTEN_DAY.exec(typed) ?? [];
  if (!date) return undefined;
  const century = year.length === 2 ? Math.trunc(thisYear / 100) * 100 : 0;
  return dayOf(year ? Number(year) + century : thisYear, monthOf(month), Number(date));
};

/** Parses `9:05`, `09.05`, `905` or `9` into `HH:mm`. */
export const parseTime = (text: string): string | undefined => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:\s*(?:h|uhr))?$/i.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${twoDigits(Number(hour))}:${twoDigits(Number(minute))}`;
};

export const isDay = (value: string): boolean => value !== '' && parseDay(value) === value;
export const isTime = (value: string): boolean => value !== '' && parseTime(value) === value;

/** Whether the text is complete: another digit would not change its meaning. */
export const isWholeDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$|\D\d{4}$/.test(text.trim());
export const isWholeTime = (text: string): boolean => /^\d{1,2}[:.]\d{2}$|^\d{4}$/.test(text.trim());
