import { foldForSearch } from '@qr-attendance/contracts';
import { collapseSpaces, MAX_VALUE } from './fold.ts';
import { MONTH_OF_NAME } from './month-names.ts';
import { WEEKDAY_OF_NAME } from './weekday-names.ts';

/** Whether `03/04/2026` means 3 April or March 4. */
export const dayOrders = ['DMY', 'MDY'] as const;
export type DayOrder = (typeof dayOrders)[number];

export interface DayOptions {
  order?: DayOrder | undefined;
  /** Numbers are days since 1900, as in cells of Excel. */
  serials?: boolean | undefined;
}
export type ParsedDay = { day: string } | { problem: 'ambiguous' | 'serial' | 'invalid' };

const INVALID = { problem: 'invalid' as const };
const [MIN_YEAR, MAX_YEAR] = [1900, 2199];
/** Two-digit years below this number mean 20…, other years mean 19…. */
const CENTURY_PIVOT = 70;
const [MIN_SERIAL, MAX_SERIAL] = [20_000, 80_000];
const MS_PER_DAY = 86_400_000;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

/**
 * Midnight or the last moment of the day, which databases append to days. An offset does not change the day.
 */
const TIME =
  /(?:T|,? )(?:(?:00?:00(?::00)?|23:59(?::59)?)(?:[.,]\d{1,9})?|12:00(?::00)? ?am) ?(?:Z|UTC|[-+]\d{2}:?\d{2})?$/i;

const yearOf = (digits: string): number => {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < CENTURY_PIVOT ? 2000 + year : 1900 + year;
};

const toDay = (year: number, month: number, day: number): ParsedDay => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    year >= MIN_YEAR && year <= MAX_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { day: date.toISOString().slice(0, 10) } : INVALID;
};

/** The only possible order of two numbers with slashes or hyphens, or `either`. */
const orderOfNumbers = (first: number, second: number): DayOrder | 'either' | undefined => {
  if (first > 12 && second > 12) return undefined;
  if (first > 12) return 'DMY';
  return second > 12 ? 'MDY' : 'either';
};

const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;

const readSlashed = (text: string, order: DayOrder | undefined): ParsedDay | undefined => {
  const match = SLASHED.exec(text);
  if (!match) return undefined;
  const [first, second, year] = [Number(match[1]), Number(match[3]), yearOf(match[4] ?? '')];
  const own = orderOfNumbers(first, second);
  if (own === undefined || (order && own !== 'either' && own !== order)) return INVALID;
  const decided = own === 'either' ? (order ?? (first === second ? 'DMY' : undefined)) : own;
  if (!decided) return { problem: 'ambiguous' };
  return decided === 'DMY' ? toDay(year, second, first) : toDay(year, first, second);
};

const readNumbers = (text: string): ParsedDay | undefined => {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text);
  return dotted ? toDay(yearOf(dotted[3] ?? ''), Number(dotted[2]), Number(dotted[1])) : undefined;
};

const readNamed = (text: string): ParsedDay | undefined => {
  const words = foldForSearch(text)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && word !== 'de' && word !== 'del' && word !== 'of');
  // Ignores the name of the weekday.
  if (words.length === 4 && WEEKDAY_OF_NAME.has(words[0] ?? '')) words.shift();
  if (words.length !== 3) return undefined;
  const [first = '', second = '', year = ''] = words;
  const [name, number] = MONTH_OF_NAME.has(second) ? [second, first] : [first, second];
  const month = MONTH_OF_NAME.get(name);
  const day = /^(\d{1,2})(?:st|nd|rd|th|er|º|o)?$/.exec(number)?.[1];
  if (month === undefined) return undefined;
  if (day === undefined || !/^(?:\d{4}|\d{2})$/.test(year)) return INVALID;
  return toDay(yearOf(year), month, Number(day));
};

const readSerial = (text: string, serials: boolean): ParsedDay | undefined => {
  const serial = /^\d{5}(?:\.0+)?$/.test(text) ? Number(text) : 0;
  if (serial < MIN_SERIAL || serial > MAX_SERIAL) return undefined;
  if (!serials) return { problem: 'serial' };
  return { day: new Date(SERIAL_EPOCH + serial * MS_PER_DAY).toISOString().slice(0, 10) };
};

const withoutTime = (text: string): string => collapseSpaces(text).replace(TIME, '').trim();
/** Turns `Mo, 28.09.2026` into `28.09.2026`. */
const withoutWeekday = (text: string): string =>
  text.replace(/^(\p{L}{2,})[.,]?\s*(?=\d)/u, (found, name: string) =>
    WEEKDAY_OF_NAME.has(foldForSearch(name)) ? '' : found,
  );

/** Reads a day as campus systems, databases and spreadsheets write it in English, German, French and Spanish. */
export const readDay = (text: string, { order, serials = false }: DayOptions = {}): ParsedDay => {
  if (text.length > MAX_VALUE) return INVALID;
  const day = withoutWeekday(withoutTime(text));
  return readNumbers(day) ?? readSlashed(day, order) ?? readNamed(day) ?? readSerial(day, serials) ?? INVALID;
};

/** The order of day and month in a cell; `either` if both are possible; undefined without slashes. */
export const dayOrderOf = (text: string): DayOrder | 'either' | undefined => {
  if (text.length > MAX_VALUE) return undefined;
  const match = SLASHED.exec(withoutWeekday(withoutTime(text)));
  return match ? orderOfNumbers(Number(match[1]), Number(match[3])) : undefined;
};
