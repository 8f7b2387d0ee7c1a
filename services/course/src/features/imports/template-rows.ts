import { type FileFormat, IMPORT_FIELDS, type ImportKind } from '@qr-attendance/contracts';
import type { CellValue } from '@qr-attendance/tables/workbook';

/** The cells of these rows are texts, so that numbers entered later keep their leading zeros. */
const EMPTY_ROWS = 2_000;

export async function* templateRows(kind: ImportKind, format: FileFormat): AsyncGenerator<CellValue[]> {
  const names = IMPORT_FIELDS[kind].map(({ name }) => name);
  yield names;
  for (let row = 0; format === 'xlsx' && row < EMPTY_ROWS; row += 1) yield names.map(() => '');
}
