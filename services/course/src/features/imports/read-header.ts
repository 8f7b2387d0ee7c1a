import type { ImportKind } from '@qr-attendance/contracts';
import {
  cleanCell,
  createNameTest,
  findLayout,
  guessHeaderLine,
  isSeparatorLine,
  type Line,
  readLines as readAllLines,
} from '@qr-attendance/tables';
import type { ImportPosition } from '../../db/import-models.ts';
import { ImportFailure, readLines } from './read-file.ts';

const BOM = Buffer.from('\uFEFF');
const SHOWN_LINES = 5;
/** Number of lines from which the header can be chosen. */
const BEGINNING = 30;
const MAX_SHOWN = 100;

export interface Header {
  delimiter: string;
  columns: string[];
  line: number;
  firstLines: string[][];
  beginning: { line: number; cells: string[] }[];
  next: ImportPosition;
}

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

/** Drops the last line of a part, which may continue in the next part. */
const wholeLines = (beginning: Buffer, isWhole: boolean): string => {
  const text = beginning.toString();
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return isWhole || end < 0 ? text : text.slice(0, end + 1);
};

const hasText = ({ cells }: Line): boolean => cells.some((cell) => cell.trim() !== '');

/**
 * Finds the position after the header.
 * @param limit the number of non-empty lines up to the header; later lines may be too long to read
 */
const findHeader = async (
  beginning: Buffer,
  delimiter: string,
  { number, limit }: { number: number; limit: number },
): Promise<Pick<Header, 'columns' | 'line' | 'next'>> => {
  const from = { byte: beginning.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0, line: 0 };
  const lines = readLines(once(beginning.subarray(from.byte)), delimiter, from, limit);
  // A cell with line breaks begins on an earlier line than it ends.
  for await (const { line, cells, next } of lines)
    if (line >= number) return { columns: cells.map((cell) => cleanCell(cell).text), line, next };
  throw new ImportFailure('unreadable', 1);
};

/**
 * Reads the header and the lines around it.
 * @param beginning the first part of the file
 * @param chosen the number of the header's line; by default the first line that contains column names
 * @throws ImportFailure
 */
export const readHeader = async (
  kind: ImportKind,
  beginning: Buffer,
  isWhole: boolean,
  chosen?: number,
): Promise<Header> => {
  const text = wholeLines(beginning, isWhole);
  const { separator, headerLine = guessHeaderLine(text, separator) } = findLayout(text, createNameTest(kind));
  const lines = readAllLines(text, separator).lines.filter(hasText);
  const number = chosen ?? headerLine;
  const before = lines.filter((line) => line.number <= number);
  const header = await findHeader(beginning, separator, { number, limit: before.length || 1 });
  const trimmed = lines.map((line) => ({ ...line, cells: line.cells.map((cell) => cell.trim()) }));
  const after = trimmed.filter((line) => line.number > header.line);
  return {
    ...header,
    delimiter: separator,
    firstLines: after.slice(0, SHOWN_LINES).map(({ cells }) => cells),
    beginning: trimmed
      .filter(({ cells }) => !isSeparatorLine(cells))
      .slice(0, BEGINNING)
      .map(({ number: line, cells }) => ({
        line,
        cells: cells.map((cell) => cell.slice(0, MAX_SHOWN)),
      })),
  };
};
