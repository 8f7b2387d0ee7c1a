import { cleanCell } from './clean-cell.ts';
import { createNameTest, suggestColumns } from './columns.ts';
import { type Damage, damageOf } from './damage.ts';
import { findLayout } from './layout.ts';
import { joinCells, readName, readRecipient, readRecipients } from './names.ts';
import { isSeparatorLine, type Line, readLines } from './read-text.ts';
import { createSkipRule, type SkipReason } from './skipped-lines.ts';

export const rosterColumns = ['person', 'name', 'lastName', 'email'] as const;
export type RosterColumns = Partial<Record<(typeof rosterColumns)[number], number>>;

export interface RosterList {
  header: string[] | undefined;
  lines: Line[];
  columns: RosterColumns;
  skipped: { line: Line; reason: SkipReason | 'before_header' }[];
  invisible: { line: number; characters: string[] }[];
}

export interface RosterEntry {
  line: Line;
  person?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  damage?: Damage | undefined;
}

const SAMPLE = 20;
const hasText = ({ cells }: Line): boolean => cells.some((cell) => cell.trim() !== '');
const hasAddress = (cell: string): boolean => readRecipient(cell) !== undefined;
const isId = (cell: string): boolean => /\d/.test(cell) && !/[\s@]/.test(cell);
const isName = (cell: string): boolean => /\p{L}/u.test(cell) && !cell.includes('@');

const findMostly = (
  lines: Line[],
  test: (cell: string) => boolean,
  taken: (number | undefined)[],
): number | undefined => {
  const sample = lines.slice(0, SAMPLE);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_cell, index) => index).find(
    (index) =>
      !taken.includes(index) &&
      sample.filter(({ cells }) => test(cells[index] ?? '')).length > sample.length / 2,
  );
};

/**
 * Without a header, a cell with an @ is an address, a cell with digits and no space is an id, and any other
 * cell is a name.
 */
const guessColumns = (lines: Line[]): RosterColumns => {
  const email = findMostly(lines, hasAddress, []);
  const person = findMostly(lines, isId, [email]);
  const name = findMostly(lines, isName, [email, person]);
  return {
    ...(email !== undefined && { email }),
    ...(person === undefined ? email === undefined && { person: 0 } : { person }),
    ...(name !== undefined && { name }),
  };
};

const columnsOfHeader = (header: string[], lines: Line[]): RosterColumns => {
  const { mapping, joined } = suggestColumns('people', header);
  const person = mapping['person'] ?? mapping['registrationNumber'] ?? mapping['usn'];
  const { name } = mapping;
  // Learning platforms export addresses in the login column.
  const email = mapping['email'] ?? findMostly(lines, hasAddress, [person, name]);
  const [lastName] = joined?.['name'] ?? [];
  return Object.fromEntries(
    Object.entries({ person, name, lastName, email }).filter(([, index]) => index !== undefined),
  );
};

const invisibleIn = ({ number, cells }: Line): RosterList['invisible'] => {
  const characters = new Set(cells.flatMap((cell) => cleanCell(cell).removed));
  return characters.size > 0 ? [{ line: number, characters: [...characters] }] : [];
};

/** Reads a list with or without a header. The answer contains every line. */
export const readRoster = (text: string): RosterList => {
  const { separator, headerLine } = findLayout(text, createNameTest('people'));
  const read = readLines(text, separator).lines;
  const invisible = read.flatMap(invisibleIn);
  const clean = read
    .map(({ number, cells }) => ({ number, cells: cells.map((cell) => cleanCell(cell).text) }))
    .filter(hasText);
  const header = clean.find(({ number }) => number === headerLine)?.cells;
  const skipReason = createSkipRule(header ?? []);
  const skipped: RosterList['skipped'] = [];
  const lines: Line[] = [];
  for (const line of clean) {
    if (line.cells === header) continue;
    const isBefore = headerLine !== undefined && line.number < headerLine;
    const reason = isBefore || isSeparatorLine(line.cells) ? 'before_header' : skipReason(line.cells);
    if (reason) skipped.push({ line, reason });
    else lines.push(line);
  }
  const columns = header ? columnsOfHeader(header, lines) : guessColumns(lines);
  return { header, lines, columns, skipped, invisible };
};

const entryOf = (line: Line, { person, name, email }: Omit<RosterEntry, 'line'>): RosterEntry => {
  const recipient = email ? readRecipient(email) : undefined;
  const address = recipient?.email ?? email;
  const fullName = name || recipient?.name;
  const id = person || address;
  const damage = [id, fullName, address]
    .map((cell, index) => damageOf(cell ?? '', index === 0))
    .find(Boolean);
  return {
    line,
    ...(id && { person: readRecipient(id)?.email ?? id }),
    ...(fullName && { name: fullName }),
    ...(address && { email: address }),
    ...(damage && { damage }),
  };
};

/** Lines of a list without a header can have different columns. */
const guessEntry = (line: Line): RosterEntry => {
  const email = line.cells.find(hasAddress);
  // A login may consist of letters only.
  const person = line.cells.find(isId) ?? (email === undefined ? line.cells.find(Boolean) : undefined);
  const name = line.cells.filter((cell) => cell !== email && cell !== person && isName(cell));
  return entryOf(line, { email, person, name: readName(name.join(' ')) });
};

const readByColumns = (line: Line, columns: RosterColumns): RosterEntry => {
  const cell = (index: number | undefined): string => (index === undefined ? '' : (line.cells[index] ?? ''));
  const { name, lastName, person, email } = columns;
  const fullName = lastName === undefined ? readName(cell(name)) : joinCells([cell(name), cell(lastName)]);
  return entryOf(line, { person: cell(person), name: fullName, email: cell(email) });
};

const isUniform = (lines: Line[]): boolean => new Set(lines.map(({ cells }) => cells.length)).size < 2;

export const hasColumns = ({ header, lines }: RosterList): boolean =>
  (header?.length ?? lines[0]?.cells.length ?? 0) > 1 && (header !== undefined || isUniform(lines));

export const entriesOf = (list: RosterList, columns: RosterColumns): RosterEntry[] =>
  list.lines.flatMap((line): RosterEntry[] => {
    if (list.header) return [readByColumns(line, columns)];
    const recipients = readRecipients(line.cells.join(', '));
    if (recipients) return recipients.map(({ name, email }) => entryOf(line, { person: email, name, email }));
    return [hasColumns(list) ? readByColumns(line, columns) : guessEntry(line)];
  });
