import { IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import { choicesOf } from '@qr-attendance/tables';
import type { CellValue } from '@qr-attendance/tables/workbook';
import type { ImportErrorDocument } from '../../db/import-error-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import { textOfProblem } from './rules/problem-texts.ts';

/** The cell that a problem is about, for its text. */
const aboutCell = (kind: ImportKind, field: string, values: string[]) => ({
  found: values[IMPORT_FIELDS[kind].findIndex(({ name }) => name === field)],
  accepted: choicesOf(kind, field).join(', '),
});

type About = Pick<ImportErrorDocument, 'problem' | 'field' | 'values'> & Partial<ImportErrorDocument>;
export const reasonOf = (kind: ImportKind, { problem, field = '', values, ...other }: About): string =>
  textOfProblem(problem, { ...other, ...aboutCell(kind, field, values) });

/** The lines that cannot be imported, and those of which a preview warns. */
export async function* errorRows(
  runs: Pick<ImportRuns, 'readErrors'>,
  run: ImportDocument,
): AsyncGenerator<CellValue[]> {
  yield ['line', 'problem', 'field', ...IMPORT_FIELDS[run.kind].map(({ name }) => name)];
  for await (const error of runs.readErrors(run))
    yield [error.line, reasonOf(run.kind, error), error.field ?? '', ...error.values];
}
