import {
  isSeparatorLine,
  type Line,
  readLines,
  separatorLineOf,
  type Separator,
  SEPARATORS,
} from './read-text.ts';

export interface Layout {
  separator: Separator;
  /** The number of the line with the column names; undefined without such a line. */
  headerLine: number | undefined;
}

/** Maximum number of lines above the header, such as titles, dates and course names. */
const MAX_LINES_BEFORE = 30;
const SAMPLE = 60;

const filledOf = ({ cells }: Line): string[] => cells.map((cell) => cell.trim()).filter(Boolean);

type NameTest = (cell: string) => boolean;

/**
 * Counts the column names in a line. Lines with an address are data, and lines with a single cell are titles.
 */
const countNames = (line: Line, isName: NameTest): number => {
  const filled = filledOf(line);
  return filled.some((cell) => cell.includes('@')) ? 0 : filled.filter(isName).length;
};

/** The most frequent number of columns; the largest of equally frequent numbers. */
const columnCountOf = (lines: Line[]): number => {
  const counts = new Map<number, number>();
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 0;
};

const findHeader = (lines: Line[], isName: NameTest): Line | undefined => {
  const candidates = lines.slice(0, MAX_LINES_BEFORE).filter(({ cells }) => !isSeparatorLine(cells));
  const width = columnCountOf(candidates);
  return (
    candidates.find((line) => countNames(line, isName) > 1) ??
    candidates.find((line) => countNames(line, isName) > 0 && filledOf(line).length * 2 >= width)
  );
};

interface Attempt {
  separator: Separator;
  header: Line | undefined;
  score: number[];
}

const attempt = (text: string, separator: Separator, isName: NameTest): Attempt => {
  const lines = readLines(text, separator)
    .lines.slice(0, SAMPLE)
    .filter((line) => filledOf(line).length > 0);
  const header = findHeader(lines, isName);
  const split = lines.filter(({ cells }) => cells.length > 1);
  const score = [header ? countNames(header, isName) : 0, split.length, columnCountOf(lines)];
  return { separator, header, score };
};

const isBetter = ({ score: one }: Attempt, { score: other }: Attempt): boolean => {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0);
};

/**
 * Finds the separator and the header: the separator in a `sep=` line, else the separator that yields most column
 * names; the first line that contains column names.
 * @param text the beginning of the file
 */
export const findLayout = (text: string, isName: NameTest): Layout => {
  const named = separatorLineOf(text);
  const [first, ...others] = (named ? [named] : [...SEPARATORS]).map((one) => attempt(text, one, isName));
  let best = first as Attempt;
  for (const other of others) if (isBetter(other, best)) best = other;
  return { separator: best.separator, headerLine: best.header?.number };
};

/** Returns the first line with as many columns as most lines, for files that must have a header. */
export const guessHeaderLine = (text: string, separator: Separator): number => {
  const lines = readLines(text, separator)
    .lines.slice(0, SAMPLE)
    .filter((line) => filledOf(line).length > 0 && !isSeparatorLine(line.cells));
  const width = Math.max(0, ...lines.map((line) => filledOf(line).length));
  const wide = lines.find((line) => filledOf(line).length * 2 > width);
  return (wide ?? lines[0])?.number ?? 1;
};
