// cspell:ignore mtwtf lmmjv
import { collapseSpaces, foldValue, MAX_VALUE } from './fold.ts';
import { OTHER_MEANINGS, JOINED_WEEKDAY_NAMES, WEEKDAY_OF_NAME } from './weekday-names.ts';

export type WeekdayLanguage = keyof typeof OTHER_MEANINGS;

const SEPARATORS = / ?[,;/+&|] ?| (?:(?:and|und|et|y|u) )?/;
const RANGE = /^(\p{L}+)(?: ?[-–—] ?| (?:to|bis|a) )(\p{L}+)$/u;
const LAST_DAY = 7;
const WEDNESDAY = 3;

const nameOf = (word: string, language: WeekdayLanguage | undefined): number | undefined =>
  (language && OTHER_MEANINGS[language].get(word)) ?? WEEKDAY_OF_NAME.get(word);

/**
 * Returns the weekday of a letter's second occurrence: in `MTWTF` the second T is Thursday, in French `LMMJV` the
 * second M is Wednesday.
 */
const secondMeaning = (token: string, days: number[]): number | undefined => {
  if (token === 't' && days.at(-1) === WEDNESDAY) return 4;
  return token === 'm' && days.at(-1) === 2 ? WEDNESDAY : undefined;
};

const isRising = (days: number[]): boolean => {
  // Some weeks begin with Sunday.
  const rest = days[0] === LAST_DAY && days.length > 1 ? days.slice(1) : days;
  return rest.every((day, index) => index === 0 || day > (rest[index - 1] ?? 0));
};

const readRun = (word: string, names: Record<string, number>): number[] | undefined => {
  const days: number[] = [];
  for (let at = 0; at < word.length;) {
    const token = [3, 2, 1].map((length) => word.slice(at, at + length)).find((part) => part in names);
    if (token === undefined) return undefined;
    days.push(secondMeaning(token, days) ?? names[token] ?? 0);
    at += token.length;
  }
  return isRising(days) ? days : undefined;
};

const readRange = (text: string, language: WeekdayLanguage | undefined): number[] | undefined => {
  const match = RANGE.exec(text);
  const [first, last] = [nameOf(match?.[1] ?? '', language), nameOf(match?.[2] ?? '', language)];
  if (first === undefined || last === undefined || last < first) return undefined;
  return Array.from({ length: last - first + 1 }, (_day, index) => first + index);
};

const readWord = (word: string, language: WeekdayLanguage | undefined): number[] | undefined => {
  if (/^[1-7]$/.test(word)) return [Number(word)];
  const named = nameOf(word, language);
  if (named !== undefined) return [named];
  for (const names of JOINED_WEEKDAY_NAMES) {
    const days = readRun(word, names);
    if (days) return days;
  }
  return readRange(word, language);
};

/** @returns the weekdays of a cell in order, with `1` for Monday; undefined if a part is not a weekday */
export const readWeekdays = (text: string, language?: WeekdayLanguage): number[] | undefined => {
  if (text.length > MAX_VALUE) return undefined;
  const folded = collapseSpaces(foldValue(text));
  const range = readRange(folded, language);
  if (range) return range;
  const words = folded.split(SEPARATORS).filter(Boolean);
  const days = words.map((word) => readWord(word, language));
  if (words.length === 0 || days.includes(undefined)) return undefined;
  return [...new Set(days.flatMap((some) => some ?? []))].sort((one, other) => one - other);
};

const ONLY_FRENCH = new Set(['je', 've', 'me', 'jeu', 'ven', 'mer', 'dim', 'sam']);
const ONLY_SPANISH = new Set(['ju', 'vi', 'jue', 'vie', 'mie', 'x', 'dom']);
const ROMANCE = new Set(['lu', 'lun', 'l', 'v', 'j']);

/** Finds the language of a column whose weekday names mean other days in German and English. */
export const weekdayLanguageOf = (values: Iterable<string>): WeekdayLanguage | undefined => {
  const words = [...values].flatMap((value) => collapseSpaces(foldValue(value)).split(SEPARATORS));
  if (words.some((word) => ONLY_FRENCH.has(word))) return 'fr';
  if (words.some((word) => ONLY_SPANISH.has(word))) return 'es';
  return words.some((word) => ROMANCE.has(word)) ? 'es' : undefined;
};
