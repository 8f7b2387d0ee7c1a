import type { ImportFieldName, ImportKind } from '@qr-attendance/contracts';
import type { ChosenColumns } from './columns.ts';
import { readChoice } from './choices.ts';
import { cleanCell } from './clean-cell.ts';
import { damageOf } from './damage.ts';
import { type DayOrder, readDay } from './days.ts';
import { fieldsOf, type FieldFormat, formatOf } from './fields.ts';
import { joinCells, readName, readRecipient } from './names.ts';
import { readTime } from './times.ts';
import { readWeekdays, type WeekdayLanguage } from './weekdays.ts';

export interface ListSettings extends ChosenColumns {
  kind: ImportKind;
  fixed?: Record<string, string> | undefined;
  /** The meaning of each value of a column, by field and normalized text. */
  values?: Record<string, Record<string, string>> | undefined;
  dayOrder?: DayOrder | undefined;
  weekdayLanguage?: WeekdayLanguage | undefined;
  /** The file is a workbook, where days and times may be numbers. */
  serials?: boolean | undefined;
}

export type CellProblem =
  | 'missing'
  | 'changed_by_spreadsheet'
  | 'formula_error'
  | 'ambiguous_day'
  | 'serial_day'
  | 'not_a_day'
  | 'not_a_time'
  | 'not_a_weekday'
  | 'not_a_number'
  | 'not_an_address'
  | 'not_a_choice';
export interface RefusedCell {
  problem: CellProblem;
  field: ImportFieldName;
}
type ParsedCell = { text: string } | { problem: CellProblem };

/** The text of a field in the file, without invisible characters. */
export const textOfField = (
  { mapping, joined, fixed }: Pick<ListSettings, 'mapping' | 'joined' | 'fixed'>,
  cells: string[],
  field: string,
): string => {
  const index = mapping[field];
  if (index === undefined) return fixed?.[field] ?? '';
  return joinCells([index, ...(joined?.[field] ?? [])].map((one) => cleanCell(cells[one] ?? '').text));
};

const textOr = (text: string | undefined, problem: CellProblem): ParsedCell =>
  text === undefined ? { problem } : { text };

const DAY_PROBLEMS = { ambiguous: 'ambiguous_day', serial: 'serial_day', invalid: 'not_a_day' } as const;

const readDayCell = (text: string, { dayOrder, serials }: ListSettings): ParsedCell => {
  const reading = readDay(text, { order: dayOrder, serials });
  return 'day' in reading ? { text: reading.day } : { problem: DAY_PROBLEMS[reading.problem] };
};

/** Accepts a decimal comma: `1,5` is `1.5`. */
const readNumber = (text: string): string | undefined => {
  const number = text.replace(/^(-?\d+),(\d+)$/, '$1.$2').replace(/\.0+$/, '');
  return /^-?\d+(?:\.\d+)?$/.test(number) ? number : undefined;
};

type Reader = (text: string, settings: ListSettings, field: ImportFieldName) => ParsedCell;

const READERS: Record<FieldFormat, Reader> = {
  id: (text) => ({ text }),
  text: (text) => ({ text }),
  // The administrator has already chosen the order of joined columns.
  name: (text, { joined }, field) => ({ text: joined?.[field] ? text : readName(text) }),
  email: (text) => textOr(readRecipient(text)?.email, 'not_an_address'),
  day: readDayCell,
  time: (text, { serials }, field) =>
    textOr(readTime(text, { part: field === 'end' ? 'end' : 'start', serials }), 'not_a_time'),
  weekday: (text, { weekdayLanguage }) =>
    textOr(readWeekdays(text, weekdayLanguage)?.join(','), 'not_a_weekday'),
  number: (text) => textOr(readNumber(text), 'not_a_number'),
  choice: (text, { kind, values }, field) =>
    textOr(readChoice(kind, field, text, values?.[field]), 'not_a_choice'),
};

const readField = (settings: ListSettings, field: ImportFieldName, text: string): ParsedCell => {
  const form = formatOf(settings.kind, field);
  const damage = damageOf(text, form === 'id');
  if (damage === 'formula_error' || damage === 'too_narrow') return { problem: 'formula_error' };
  if (damage) return { problem: 'changed_by_spreadsheet' };
  return READERS[form](text, settings, field);
};

/**
 * Reads the fields of a line and normalizes them: days as `2026-09-28`, times as `09:00`, weekdays as `1`.
 */
export const readFields = (
  settings: ListSettings,
  cells: string[],
): { fields: Record<string, string> } | RefusedCell => {
  const fields: Record<string, string> = {};
  for (const { name, required } of fieldsOf(settings.kind)) {
    const text = textOfField(settings, cells, name);
    if (text === '') {
      if (required) return { problem: 'missing', field: name };
      continue;
    }
    const reading = readField(settings, name, text);
    if ('problem' in reading) return { problem: reading.problem, field: name };
    fields[name] = reading.text;
  }
  return { fields };
};
