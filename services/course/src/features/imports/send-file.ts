import { pipeline } from 'node:stream/promises';
import { defuseFormulas, type FileFormat, MAX_WORKBOOK_ROWS } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { type CellValue, writeWorkbook } from '@qr-attendance/tables/workbook';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const tooManyRowsError = () =>
  new DomainError(
    'unprocessable',
    'workbook_rows',
    `An Excel workbook has at most ${MAX_WORKBOOK_ROWS.toLocaleString('en')} rows here. Download the list as CSV.`,
  );

const toWorkbook = async (rows: AsyncIterable<CellValue[]>): Promise<Uint8Array> => {
  const all: CellValue[][] = [];
  for await (const row of rows) {
    if (all.length === MAX_WORKBOOK_ROWS) throw tooManyRowsError();
    all.push(row);
  }
  const file = await writeWorkbook(all);
  if (!file) throw tooManyRowsError();
  return file;
};

/**
 * Sends a list as a file. CSV is streamed, with formulas escaped. Cells of a workbook are texts, so they are
 * not formulas and keep their leading zeros.
 */
export const sendFile = async (
  response: Response,
  { name, format }: { name: string; format: FileFormat },
  rows: AsyncIterable<CellValue[]>,
): Promise<void> => {
  const setHeaders = () =>
    response.set({
      'Content-Type': CONTENT_TYPES[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
    });
  if (format === 'xlsx') {
    const file = await toWorkbook(rows);
    setHeaders().send(Buffer.from(file));
    return;
  }
  setHeaders();
  const csv = stringify({ bom: true, cast: { string: defuseFormulas }, quoted_string: true });
  await pipeline(rows, csv, response);
};
