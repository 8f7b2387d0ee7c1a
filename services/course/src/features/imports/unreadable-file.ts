import { MAX_IMPORT_COLUMNS } from '@qr-attendance/contracts';
import type { FileType } from '@qr-attendance/tables';
import { MAX_ROWS, type WorkbookProblem } from '@qr-attendance/tables/workbook';
import { DomainError } from '@qr-attendance/server';
import { ImportFailure } from './read-file.ts';

type Reason = WorkbookProblem | Exclude<FileType, 'text' | 'xlsx'>;

const AS_CSV = 'Save it as “CSV UTF-8” or as an Excel workbook (.xlsx) in your spreadsheet program.';
const REASONS: Record<Reason, [code: string, text: string]> = {
  xls: ['old_workbook', `This is a workbook of Excel 2003 or older (.xls). ${AS_CSV}`],
  ods: ['open_document', `This is an OpenDocument file (.ods). ${AS_CSV}`],
  pdf: ['not_text', `This is a PDF file, from which no list can be read. ${AS_CSV}`],
  gzip: [
    'not_text',
    'This file is compressed. Unpack it and choose the CSV file or the Excel workbook in it.',
  ],
  binary: ['not_text', `This is neither text nor an Excel workbook (.xlsx). ${AS_CSV}`],
  broken_workbook: [
    'broken_workbook',
    'This archive is no Excel workbook, or a damaged one. If it contains CSV files, unpack it and choose one of them.',
  ],
  workbook_too_large: [
    'workbook_too_large',
    'This Excel workbook is too large. Save the list as “CSV UTF-8”.',
  ],
  too_many_rows: [
    'too_many_rows',
    `This Excel workbook has more than ${MAX_ROWS.toLocaleString('en')} rows. Save the list as “CSV UTF-8”.`,
  ],
};

export class UnreadableFile extends DomainError {
  constructor(reason: Reason) {
    const [code, text] = REASONS[reason];
    super('unprocessable', code, text);
  }
}

const UNREADABLE: [code: string, text: string] = [
  'unreadable',
  'This file has no line that can be read as names of columns.',
];
const HEADER_REASONS = new Map([
  REASONS.binary,
  ['line_too_long', 'A line of this file is too long.'],
  ['too_many_columns', `A file has at most ${MAX_IMPORT_COLUMNS} columns.`],
  UNREADABLE,
]);

export const toUnreadable = (error: unknown): unknown =>
  error instanceof ImportFailure
    ? new DomainError('unprocessable', error.reason, HEADER_REASONS.get(error.reason) ?? UNREADABLE[1])
    : error;
