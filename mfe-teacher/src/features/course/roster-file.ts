import { defuseFormulas, rosterLineSchema, type RosterLine } from '@qr-attendance/contracts';
import Papa from 'papaparse';

export const columnRoles = ['person', 'name', 'lastName', 'email'] as const;
type ColumnRole = (typeof columnRoles)[number];
export type Columns = Partial<Record<ColumnRole, number>>;

export interface RosterFile {
  header: string[] | undefined;
  rows: string[][];
  columns: Columns;
}

// cspell:ignore matri istration kennung nachname vorname unparse

/** Column names of common exports, in English and German, in the order in which they are looked for. */
const HEADERS: [ColumnRole, RegExp][] = [
  ['email', /mail/i],
  [
    'person',
    /institution.?id|student.?(id|no|number)|matri[ck]|\busn\b|reg(istration)?[ ._-]?(no|number|id)|\bid\b|kennung/i,
  ],
  ['lastName', /last|sur|family|nachname/i],
  ['name', /first|given|vorname/i],
  ['name', /name/i],
];

const findHeaders = (cells: string[]): Columns => {
  const columns: Columns = {};
  for (const [role, pattern] of HEADERS) {
    const taken = Object.values(columns);
    const index = cells.findIndex((cell, at) => !taken.includes(at) && pattern.test(cell));
    if (index >= 0 && columns[role] === undefined) columns[role] = index;
  }
  return columns;
};

/** Without a header, an address has an @, an id has digits and no space, and the rest is a name. */
const guessColumns = (rows: string[][]): Columns => {
  const sample = rows.slice(0, 20);
  const indexes = [...(rows[0] ?? []).keys()];
  const mostly = (index: number, test: (cell: string) => boolean) =>
    sample.filter((row) => test(row[index] ?? '')).length > sample.length / 2;
  const email = indexes.find((index) => mostly(index, (cell) => cell.includes('@')));
  const person = indexes.find(
    (index) => index !== email && mostly(index, (cell) => /\d/.test(cell) && !/\s/.test(cell)),
  );
  const name = indexes.find(
    (index) => index !== email && index !== person && mostly(index, (cell) => /\p{L}/u.test(cell)),
  );
  const found = { person: person ?? (email === undefined ? 0 : undefined), name, email };
  return Object.fromEntries(Object.entries(found).filter(([, index]) => index !== undefined));
};

const toRoster = (data: string[][]): RosterFile => {
  const rows = data.map((row) => row.map((cell) => cell.trim()));
  const [first = [], ...others] = rows;
  const columns = findHeaders(first);
  const hasHeader = Object.keys(columns).length > 0 && !first.some((cell) => cell.includes('@'));
  return hasHeader
    ? { header: first, rows: others, columns }
    : { header: undefined, rows, columns: guessColumns(rows) };
};

export const readRoster = (text: string): RosterFile =>
  toRoster(Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data);

const parseFile = (file: File, encoding: string): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    Papa.parse<string[]>(file, {
      ...{ encoding, skipEmptyLines: 'greedy', error: reject },
      complete: ({ data }) => resolve(data),
    });
  });

const has = (data: string[][], character: string): boolean =>
  data.some((row) => row.some((cell) => cell.includes(character)));

/** @returns undefined for a file that is not text, such as that of a spreadsheet program */
export const readRosterFile = async (file: File): Promise<RosterFile | undefined> => {
  const data = await parseFile(file, 'utf-8');
  if (has(data, '\u0000')) return undefined;
  // Some spreadsheet programs still write the character set of Windows.
  return toRoster(has(data, '\uFFFD') ? await parseFile(file, 'windows-1252') : data);
};

export interface FileLine {
  /** Counted like in the file. */
  number: number;
  cells: string[];
  line: RosterLine | undefined;
}

/** Lines that nobody can be found by have no `line`. */
export const linesOf = ({ header, rows }: RosterFile, columns: Columns): FileLine[] =>
  rows.map((cells, index) => {
    const cell = (role: ColumnRole) => {
      const at = columns[role];
      return at === undefined ? '' : (cells[at] ?? '');
    };
    const [email, name] = [cell('email'), `${cell('name')} ${cell('lastName')}`.trim()];
    const { data } = rosterLineSchema.safeParse({
      person: cell('person') || email,
      ...(name && { name }),
      ...(email && { email }),
    });
    return { number: index + (header ? 2 : 1), cells, line: data };
  });

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
