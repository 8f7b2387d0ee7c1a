// cspell:ignore unparse
import { defuseFormulas, rosterLineSchema, type RosterLine } from '@qr-attendance/contracts';
import {
  createEncodingFinder,
  createTextDecoder,
  entriesOf,
  fileTypeOf,
  hasColumns,
  readRoster,
  type RosterColumns,
  type RosterEntry,
  type RosterList,
} from '@qr-attendance/tables';
import Papa from 'papaparse';

export { readRoster };

/** The reason why a file cannot be read. */
export type FileProblem = 'notCsv' | 'oldWorkbook' | 'openDocument' | 'workbook';
export interface RosterFile extends RosterList {
  /** The file is not UTF-8, so letters with accents may be wrong. */
  isGuessed?: boolean;
}

const readBytes = (file: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsArrayBuffer(file);
  });

const PROBLEMS = {
  xls: 'oldWorkbook',
  ods: 'openDocument',
  pdf: 'notCsv',
  gzip: 'notCsv',
  binary: 'notCsv',
} as const;

const readWorkbook = async (bytes: Uint8Array): Promise<RosterFile | FileProblem> => {
  const { readRows } = await import('@qr-attendance/tables/rows');
  const workbook = await readRows(bytes);
  if ('problem' in workbook) return 'workbook';
  const rows = workbook.rows.map((row) => row.map((cell) => cell.replaceAll(/[\r\n]+/g, ' ')));
  return readRoster(Papa.unparse(rows, { delimiter: ',' }));
};

/** Reads a list from a text file in a common encoding, or from the first sheet of a workbook. */
export const readRosterFile = async (file: Blob): Promise<RosterFile | FileProblem> => {
  const bytes = await readBytes(file);
  const type = fileTypeOf(bytes);
  if (type === 'xlsx') return readWorkbook(bytes);
  if (type !== 'text') return PROBLEMS[type];
  const finder = createEncodingFinder();
  finder.add(bytes);
  const encoding = finder.find();
  if (encoding === undefined) return 'notCsv';
  const decoder = createTextDecoder(encoding);
  const text = decoder.decode(bytes) + decoder.end();
  return { ...readRoster(text), isGuessed: encoding === 'windows-1252' };
};

export const canChooseColumns = hasColumns;

export interface FileLine {
  number: number;
  cells: string[];
  line: RosterLine | undefined;
  isDamaged?: boolean;
  isSkipped?: boolean;
}

const toLine = ({ line: { number, cells }, damage, person, name, email }: RosterEntry): FileLine => {
  if (damage) return { number, cells, line: undefined, isDamaged: true };
  const { data } = rosterLineSchema.safeParse({ person, ...(name && { name }), ...(email && { email }) });
  return { number, cells, line: data };
};

/** All lines of a list in order. Lines that cannot identify a student have no `line`. */
export const linesOf = (list: RosterFile, columns: RosterColumns): FileLine[] =>
  [
    ...entriesOf(list, columns).map(toLine),
    ...list.skipped.map(({ line }): FileLine => ({ ...line, line: undefined, isSkipped: true })),
  ].toSorted((one, other) => one.number - other.number);

export const writeProblems = (
  header: string[] | undefined,
  problems: { line: FileLine; problem: string }[],
  problemTitle: string,
): string =>
  Papa.unparse(
    [
      ...(header ? [[...header, problemTitle]] : []),
      ...problems.map(({ line, problem }) => [...line.cells, problem]),
    ].map((cells) => cells.map(defuseFormulas)),
    // Some spreadsheets also split unquoted cells at semicolons and tabs.
    { quotes: true },
  );
