import { cleanCell } from './clean-cell.ts';
import { dayOrderOf } from './days.ts';
import { createSkipRule, type SkipReason } from './skipped-lines.ts';

/** The order of day and month in a column: certain, ambiguous, or contradictory. */
export type ColumnDays = 'DMY' | 'MDY' | 'ambiguous' | 'mixed';

export interface Profile {
  skipped: { count: number; examples: { line: number; reason: SkipReason }[] };
  invisible: { count: number; examples: { line: number; characters: string[] }[] };
  /** The order in each column; null without slashes. */
  days: (ColumnDays | null)[];
  /** The distinct values of each column; null if there are too many for a list of choices. */
  values: (string[] | null)[];
}

const MAX_EXAMPLES = 20;
const MAX_VALUES = 40;
const MAX_VALUE_CHARACTERS = 60;

interface Column {
  orders: Set<'DMY' | 'MDY' | 'either'>;
  values: Set<string> | null;
}

const daysOf = ({ orders }: Column): ColumnDays | null => {
  if (orders.has('DMY') && orders.has('MDY')) return 'mixed';
  if (orders.has('DMY')) return 'DMY';
  if (orders.has('MDY')) return 'MDY';
  return orders.has('either') ? 'ambiguous' : null;
};

const addValue = (column: Column, value: string): void => {
  if (value === '' || !column.values) return;
  column.values.add(value);
  if (column.values.size > MAX_VALUES || value.length > MAX_VALUE_CHARACTERS) column.values = null;
};

/** Collects facts that require reading the whole file. Memory use does not depend on the file's size. */
export const createProfile = (header: string[]) => {
  const skipReason = createSkipRule(header);
  const columns = header.map((): Column => ({ orders: new Set(), values: new Set() }));
  const skipped: Profile['skipped'] = { count: 0, examples: [] };
  const invisible: Profile['invisible'] = { count: 0, examples: [] };

  const addCells = (line: number, cells: string[]): void => {
    const removed = new Set<string>();
    for (const [index, cell] of cells.entries()) {
      const clean = cleanCell(cell);
      for (const character of clean.removed) removed.add(character);
      const column = columns[index];
      if (!column) continue;
      addValue(column, clean.text);
      const order = /^[^@]*\d[/-]\d/.test(clean.text) ? dayOrderOf(clean.text) : undefined;
      if (order) column.orders.add(order);
    }
    if (removed.size === 0) return;
    invisible.count += 1;
    if (invisible.examples.length < MAX_EXAMPLES) invisible.examples.push({ line, characters: [...removed] });
  };

  return {
    add: (line: number, cells: string[]): void => {
      const reason = skipReason(cells.map((cell) => cell.trim()));
      if (!reason) return addCells(line, cells);
      skipped.count += 1;
      if (skipped.examples.length < MAX_EXAMPLES) skipped.examples.push({ line, reason });
    },
    result: (): Profile => ({
      skipped,
      invisible,
      days: columns.map(daysOf),
      values: columns.map(({ values }) => values && [...values]),
    }),
  };
};
