import { Readable } from 'node:stream';
import { MAX_IMPORT_COLUMNS, type ImportRun } from '@qr-attendance/contracts';
import { CsvError, type Info } from 'csv-parse';
import type { ImportPosition } from '../../db/import-models.ts';
import { createLineParser } from './line-parser.ts';

export type FailureReason = NonNullable<ImportRun['failure']>['reason'];

export class ImportFailure extends Error {
  readonly reason: FailureReason;
  readonly line: number | undefined;

  constructor(reason: FailureReason, line?: number) {
    super(`import failed: ${reason}`);
    this.reason = reason;
    this.line = line;
  }
}

export interface FileLine {
  line: number;
  cells: string[];
  /** The original cells of the file, if its line is read as several lines. */
  uploaded?: string[];
  next: ImportPosition;
}

const toFailure = (error: unknown, before: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  const line = before + (typeof error['lines'] === 'number' ? error['lines'] : 1);
  return new ImportFailure(error.code === 'CSV_MAX_RECORD_SIZE' ? 'line_too_long' : 'unreadable', line);
};

/**
 * Reads the non-empty lines of UTF-8 text, with constant memory.
 * @param chunks the file, starting at `from.byte`
 * @param limit maximum number of lines; by default all
 * @throws ImportFailure
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  from: ImportPosition,
  limit?: number,
): AsyncGenerator<FileLine> {
  const parser = createLineParser(delimiter, limit);
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = from.line + info.lines;
      if (record.length > MAX_IMPORT_COLUMNS) throw new ImportFailure('too_many_columns', line);
      yield { line, cells: record, next: { byte: from.byte + info.bytes, line } };
    }
  } catch (error) {
    throw toFailure(error, from.line);
  } finally {
    source.destroy();
    parser.destroy();
  }
}
