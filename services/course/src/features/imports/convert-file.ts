import { MAX_IMPORT_PART_BYTES, type ImportReading } from '@qr-attendance/contracts';
import { createEncodingFinder, createTextDecoder, type Encoding, fileTypeOf } from '@qr-attendance/tables';
import { MAX_WORKBOOK_BYTES, readWorkbook } from '@qr-attendance/tables/workbook';
import { stringify } from 'csv-stringify/sync';
import type { ImportDocument } from '../../db/import-models.ts';
import { type ImportDeps, wrongStateError } from './change-run.ts';
import { UnreadableFile } from './unreadable-file.ts';

type ConvertDeps = Pick<ImportDeps, 'importRuns'>;
export type OnRead = (bytes: number) => Promise<void>;
export interface TextFile {
  /** Undefined if the uploaded file is UTF-8 text. */
  textBytes?: number;
  encoding: ImportReading['encoding'];
  otherSheets?: string[];
}

const createTextParts = ({ importRuns }: ConvertDeps, run: ImportDocument) => {
  let rest: Buffer = Buffer.alloc(0);
  let index = 0;
  const put = async (part: Buffer): Promise<void> => {
    await importRuns.putTextPart(run, index, part);
    index += 1;
  };
  return {
    add: async (text: string): Promise<void> => {
      rest = Buffer.concat([rest, Buffer.from(text)]);
      for (; rest.length >= MAX_IMPORT_PART_BYTES; rest = rest.subarray(MAX_IMPORT_PART_BYTES))
        await put(rest.subarray(0, MAX_IMPORT_PART_BYTES));
    },
    end: async (): Promise<number> => {
      const bytes = index * MAX_IMPORT_PART_BYTES + rest.length;
      if (rest.length > 0) await put(rest);
      return bytes;
    },
  };
};

const convertText = async (
  context: ConvertDeps,
  run: ImportDocument,
  encoding: Exclude<Encoding, 'utf-8'>,
  onRead: OnRead,
): Promise<TextFile> => {
  const parts = createTextParts(context, run);
  const decoder = createTextDecoder(encoding);
  let read = 0;
  for await (const bytes of context.importRuns.readBytes(run, 0)) {
    read += bytes.length;
    await parts.add(decoder.decode(bytes));
    await onRead(bytes.length);
  }
  // A concurrent request has finished the upload and removed the parts.
  if (read < run.bytes) throw wrongStateError();
  await parts.add(decoder.end());
  return { encoding, textBytes: await parts.end() };
};

const readAll = async ({ importRuns }: ConvertDeps, run: ImportDocument): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of importRuns.readBytes(run, 0)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Row `n` of the sheet becomes line `n` of the text. */
const convertWorkbook = async (context: ConvertDeps, run: ImportDocument): Promise<TextFile> => {
  if (run.bytes > MAX_WORKBOOK_BYTES) throw new UnreadableFile('workbook_too_large');
  const bytes = await readAll(context, run);
  if (bytes.length < run.bytes) throw wrongStateError();
  const workbook = await readWorkbook(bytes);
  if ('problem' in workbook) throw new UnreadableFile(workbook.problem);
  const parts = createTextParts(context, run);
  const inLine = (cell: string): string => cell.replaceAll(/[\r\n]+/g, ' ');
  for (const row of workbook.rows) await parts.add(stringify([row.map(inLine)]));
  const { otherSheets } = workbook;
  return {
    encoding: 'workbook',
    textBytes: await parts.end(),
    ...(otherSheets.length > 0 && { otherSheets: otherSheets.slice(0, MAX_SHEETS) }),
  };
};
const MAX_SHEETS = 20;

/**
 * Converts a file to UTF-8 text, in which jobs can start at any position. Idempotent.
 * @throws UnreadableFile
 */
export const convertFile = async (
  context: ConvertDeps,
  run: ImportDocument,
  onRead: OnRead,
): Promise<TextFile> => {
  const finder = createEncodingFinder();
  let isFirst = true;
  for await (const bytes of context.importRuns.readBytes(run, 0)) {
    const type = isFirst ? fileTypeOf(bytes) : 'text';
    isFirst = false;
    if (type === 'xlsx') return convertWorkbook(context, run);
    if (type !== 'text') throw new UnreadableFile(type);
    finder.add(bytes);
    await onRead(bytes.length);
  }
  const encoding = finder.find();
  if (encoding === undefined) throw new UnreadableFile('binary');
  return encoding === 'utf-8' ? { encoding } : convertText(context, run, encoding, onRead);
};
