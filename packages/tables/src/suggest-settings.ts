import type { ImportFieldName, ImportKind } from '@qr-attendance/contracts';
import { type ChosenColumns } from './columns.ts';
import type { DayOrder } from './days.ts';
import { fieldsOf, type FieldFormat, formatOf } from './fields.ts';
import type { ColumnDays, Profile } from './profile.ts';
import { readChoice } from './choices.ts';
import { type WeekdayLanguage, weekdayLanguageOf } from './weekdays.ts';

/** The parts of a profile that this module uses. A newer server may return additional values in `days`. */
interface EarlierChoices {
  days: readonly (ColumnDays | (string & {}) | null)[];
  values: Profile['values'];
}
type Mapping = ChosenColumns['mapping'];

const fieldsWith = (kind: ImportKind, form: FieldFormat): ImportFieldName[] =>
  fieldsOf(kind).flatMap(({ name }) => (formatOf(kind, name) === form ? name : []));

const columnsWith = (kind: ImportKind, form: FieldFormat, mapping: Mapping): number[] =>
  fieldsWith(kind, form).flatMap((field) => mapping[field] ?? []);

export const findDayOrder = (
  kind: ImportKind,
  mapping: Mapping,
  { days }: EarlierChoices,
): DayOrder | 'ask' | undefined => {
  const orders = new Set(columnsWith(kind, 'day', mapping).flatMap((column) => days[column] ?? []));
  if (orders.size === 0) return undefined;
  if (orders.has('mixed') || (orders.has('DMY') && orders.has('MDY'))) return 'ask';
  if (orders.has('DMY')) return 'DMY';
  return orders.has('MDY') ? 'MDY' : 'ask';
};

export const findWeekdayLanguage = (
  kind: ImportKind,
  mapping: Mapping,
  { values }: EarlierChoices,
): WeekdayLanguage | undefined =>
  weekdayLanguageOf(columnsWith(kind, 'weekday', mapping).flatMap((column) => values[column] ?? []));

/** The values whose meaning is unknown, by field, for fields with a fixed list of values. */
export const findUnknownValues = (
  kind: ImportKind,
  mapping: Mapping,
  { values }: EarlierChoices,
): Record<string, string[]> =>
  Object.fromEntries(
    fieldsWith(kind, 'choice').flatMap((field): [string, string[]][] => {
      const found = values[mapping[field] ?? -1] ?? [];
      const unknown = found.filter((value) => readChoice(kind, field, value) === undefined);
      return unknown.length > 0 ? [[field, unknown]] : [];
    }),
  );
