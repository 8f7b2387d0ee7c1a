import type { ImportFieldName, ImportKind } from '@qr-attendance/contracts';
import {
  COLUMN_NAMES,
  FAMILY_NAMES,
  FAMILY_OR_FULL_NAMES,
  GIVEN_NAMES,
  SECOND_FAMILY_NAMES,
} from './column-names.ts';
import { fieldsOf } from './fields.ts';
import { normalizeName } from './fold.ts';

export interface ChosenColumns {
  mapping: Record<string, number>;
  /** Columns that are appended to the mapped column, in order. */
  joined?: Record<string, number[]> | undefined;
}

const normalizeAll = (names: string): string[] => [...new Set(names.split(',').map(normalizeName))];

const NAMES = new Map(
  Object.entries(COLUMN_NAMES).map(([kind, fields]) => [
    kind,
    new Map(Object.entries(fields).map(([field, names]) => [field, normalizeAll(names)])),
  ]),
);
const GIVEN = normalizeAll(GIVEN_NAMES);
const FAMILY = normalizeAll(FAMILY_NAMES);
const EITHER = normalizeAll(FAMILY_OR_FULL_NAMES);
const SECOND = normalizeAll(SECOND_FAMILY_NAMES);

const namesOf = (kind: ImportKind, field: ImportFieldName): string[] => [
  normalizeName(field),
  ...(NAMES.get(kind)?.get(field) ?? []),
];

const findFirst = (columns: string[], names: string[]): number | undefined => {
  const name = names.find((one) => columns.includes(one));
  return name === undefined ? undefined : columns.indexOf(name);
};

const findNameParts = (columns: string[]): number[] | undefined => {
  const given = findFirst(columns, GIVEN);
  if (given === undefined) return undefined;
  const others = columns.with(given, '');
  const family = findFirst(others, FAMILY) ?? findFirst(others, EITHER);
  if (family === undefined) return undefined;
  const second = findFirst(others, SECOND);
  return [given, family, ...(second === undefined ? [] : [second])];
};

export const createNameTest = (kind: ImportKind): ((cell: string) => boolean) => {
  const names = new Set(fieldsOf(kind).flatMap(({ name }) => namesOf(kind, name)));
  const parts = kind === 'people' ? [...GIVEN, ...FAMILY, ...SECOND] : [];
  for (const name of parts) names.add(name);
  return (cell) => names.has(normalizeName(cell));
};

/** Gives a required field without a column the column of another field. */
const useInstead = (mapping: Record<string, number>, field: string, other: string): void => {
  if (mapping[field] !== undefined || mapping[other] === undefined) return;
  mapping[field] = mapping[other];
  delete mapping[other];
};

/**
 * Finds the column of each field: the one chosen the last time, else one with a common name. Each column is
 * used for one field.
 * @param remembered names of columns by field; names of joined columns are separated by line breaks
 */
export const suggestColumns = (
  kind: ImportKind,
  header: string[],
  remembered: Record<string, string> = {},
): ChosenColumns => {
  const columns = header.map(normalizeName);
  const mapping: Record<string, number> = {};
  const joined: Record<string, number[]> = {};
  const taken = new Set<number>();
  const choose = (field: string, indexes: (number | undefined)[]): void => {
    const [first, ...others] = indexes;
    if (field in mapping || first === undefined || indexes.some((one) => one === undefined || taken.has(one)))
      return;
    for (const index of indexes) taken.add(index ?? 0);
    mapping[field] = first;
    if (others.length > 0) joined[field] = others as number[];
  };
  const indexOf = (name: string): number | undefined => {
    const index = columns.findIndex((column, at) => column === normalizeName(name) && !taken.has(at));
    return index < 0 ? undefined : index;
  };
  const fields = fieldsOf(kind);
  for (const { name } of fields)
    if (remembered[name]) choose(name, remembered[name].split('\n').map(indexOf));
  if (kind === 'people') choose('name', findNameParts(columns) ?? [undefined]);
  for (const { name } of fields) choose(name, [indexOf(name)]);
  for (const { name } of fields) for (const other of namesOf(kind, name)) choose(name, [indexOf(other)]);
  if (kind === 'people') useInstead(mapping, 'person', 'registrationNumber');
  // A single column can contain ranges of times.
  if (kind === 'timetable' && mapping['start'] !== undefined) mapping['end'] ??= mapping['start'];
  return { mapping, ...(Object.keys(joined).length > 0 && { joined }) };
};

export const namesOfColumns = (
  { mapping, joined = {} }: ChosenColumns,
  header: string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, index]) => [
      field,
      [index, ...(joined[field] ?? [])].map((one) => header[one] ?? '').join('\n'),
    ]),
  );
