import { type Parser, parse } from 'csv-parse';

const MAX_LINE_BYTES = 64 * 1_024;

/** @param limit maximum number of lines; by default all */
export const createLineParser = (delimiter: string, limit: number | undefined): Parser =>
  parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_LINE_BYTES,
    relax_column_count: true,
    // Spreadsheets write lines of only separators for deleted rows.
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_quotes: true,
    trim: true,
    ...(limit !== undefined && { to: limit }),
  });
