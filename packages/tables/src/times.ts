import { collapseSpaces, MAX_VALUE } from './fold.ts';

/** Matches `24 h`, `9 Uhr`, `9h00`, `9.00`, `9:00:00`, `0900`, `9 am` and `9:00 p.m.`. */
const CLOCK = /^(\d{1,2})(?:\s*(?:[:.]|h|uhr)\s*(\d{2}))?(?::(00)(?:[.,]0+)?)?\s*(?:h|uhr)?$/;
const COMPACT = /^(\d{1,2})(\d{2})(?:00)?(?:\s*(?:h|uhr))?$/;
const HALF = / ?([ap])\.? ?(?:m\.?)?$/;
const RANGE = / ?[-–—] ?| (?:to|bis) /;
/**
 * Matches the placeholder day before a time: databases write a time without a day with the first day that they support.
 */
const NO_DAY = /^(?:1899-12-3[01]|1900-01-0[01]|1970-01-01)[T ]/;
const MINUTES_PER_DAY = 1_440;
const HALF_DAY = 12;

const toTime = (hour: number, minute: number): string | undefined =>
  hour < 24 && minute < 60
    ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    : undefined;

const readFraction = (text: string): string | undefined => {
  if (!/^0?[.,]\d{2,}$/.test(text)) return undefined;
  const minutes = Math.round(Number(text.replace(',', '.')) * MINUTES_PER_DAY);
  return toTime(Math.floor(minutes / 60), minutes % 60);
};

const readOne = (text: string, serials: boolean): string | undefined => {
  const half = HALF.exec(text)?.[1];
  const clock = half === undefined ? text : text.replace(HALF, '');
  const match = CLOCK.exec(clock) ?? COMPACT.exec(clock);
  if (!match) return serials ? readFraction(text) : undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (half === undefined) return toTime(hour, minute);
  if (hour < 1 || hour > HALF_DAY) return undefined;
  return toTime((hour % HALF_DAY) + (half === 'p' ? HALF_DAY : 0), minute);
};

export interface TimeOptions {
  part?: 'start' | 'end' | undefined;
  /** Fractions are times, as in cells of Excel. */
  serials?: boolean | undefined;
}

export const readTime = (text: string, { part, serials = false }: TimeOptions = {}): string | undefined => {
  if (text.length > MAX_VALUE) return undefined;
  const folded = collapseSpaces(text).toLowerCase().replace(NO_DAY, '');
  const single = readOne(folded, serials);
  const parts = folded.split(RANGE);
  const [start = '', end = ''] = parts;
  if (single !== undefined || !part || parts.length !== 2) return single;
  // In `9 - 10:30 pm`, the first time is ambiguous.
  if (HALF.test(start) !== HALF.test(end)) return undefined;
  return readOne(part === 'start' ? start : end, serials);
};
