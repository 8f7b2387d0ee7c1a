import { type ImportFieldName, IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import { choicesOf } from '@qr-attendance/tables';
import type { CellValue } from '@qr-attendance/tables/workbook';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import { textOfProblem } from './rules/problem-texts.ts';

const positionOf = (kind: ImportKind, field: string): number =>
  IMPORT_FIELDS[kind].findIndex(({ name }) => name === field);

const aboutCell = (kind: ImportKind, field: string, values: string[]) => ({
  found: values[positionOf(kind, field)],
  accepted: choicesOf(kind, field).join(', '),
});

type ErrorDetails = Pick<ImportErrorDocument, 'problem' | 'field' | 'values'> & Partial<ImportErrorDocument>;
export const reasonOf = (kind: ImportKind, { problem, field = '', values, ...other }: ErrorDetails): string =>
  textOfProblem(problem, { ...other, ...aboutCell(kind, field, values) });

export const hasField = ({ mapping, fixed }: ImportDocument, name: ImportFieldName): boolean =>
  mapping?.[name] !== undefined || fixed?.[name] !== undefined;

/**
 * The lines that cannot be imported, and those with a warning, with all original columns of the file, so that
 * the lines can be corrected and imported.
 */
export async function* errorRows(
  runs: Pick<ImportRuns, 'readErrors'>,
  run: ImportDocument,
): AsyncGenerator<CellValue[]> {
  const { kind, header = [], mapping = {} } = run;
  const fields = new Map(Object.entries(mapping).map(([name, column]) => [column, name]));
  const cellsOf = ({ values, cells }: ImportErrorDocument): string[] =>
    header.map(
      (_name, column) => (cells ? cells[column] : values[positionOf(kind, fields.get(column) ?? '')]) ?? '',
    );
  yield ['line', 'problem', 'field', ...header];
  for await (const error of runs.readErrors(run)) {
    const { line, field = '' } = error;
    yield [line, reasonOf(kind, error), header[mapping[field] ?? -1] ?? field, ...cellsOf(error)];
  }
}
