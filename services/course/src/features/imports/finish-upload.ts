import { MAX_IMPORT_PART_BYTES, type ImportReading, type ImportState } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import { createProfile, findDayOrder, type Profile, suggestColumns } from '@qr-attendance/tables';
import type { ImportDocument } from '../../db/import-models.ts';
import { convertFile, type OnRead, type TextFile } from './convert-file.ts';
import { changeRun, findImport, wrongStateError, type ImportDeps } from './change-run.ts';
import { noCounts } from './plan-batch.ts';
import { ImportFailure, readLines } from './read-file.ts';
import { type Header, readHeader } from './read-header.ts';
import { toUnreadable } from './unreadable-file.ts';

const partCount = ({ bytes }: Pick<ImportDocument, 'bytes'>): number =>
  Math.ceil(bytes / MAX_IMPORT_PART_BYTES);

/** Reading a larger file takes too long for a request. */
const MAX_READ_AT_ONCE = 4 * 1_024 * 1_024;

type ReadRun = ImportDocument & TextFile;
type ReadDeps = Pick<ImportDeps, 'importRuns'>;

async function* countBytes(chunks: AsyncIterable<Buffer>, onRead: OnRead): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    await onRead(chunk.length);
  }
}

const findHeader = async (
  { importRuns }: ReadDeps,
  run: ReadRun,
  chosen: number | undefined,
): Promise<Header> => {
  const { value: beginning = Buffer.alloc(0) } = await importRuns.readBytes(run, 0).next();
  const isWhole = beginning.length === (run.textBytes ?? run.bytes);
  return readHeader(run.kind, beginning, isWhole, chosen).catch((error: unknown) => {
    throw toUnreadable(error);
  });
};

const profileOf = async (
  { importRuns }: ReadDeps,
  run: ReadRun,
  { columns, delimiter, next }: Header,
  onRead: OnRead,
): Promise<Profile> => {
  const profile = createProfile(columns);
  const bytes = countBytes(importRuns.readBytes(run, next.byte), onRead);
  try {
    for await (const { line, cells } of readLines(bytes, delimiter, next)) profile.add(line, cells);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
  }
  return profile.result();
};

const describeFile = async (
  context: ReadDeps,
  run: ReadRun,
  onRead: OnRead,
): Promise<Partial<ImportDocument>> => {
  const header = await findHeader(context, run, run.chosenHeader);
  const profile = await profileOf(context, run, header, onRead);
  const { columns, firstLines, delimiter, next: start, line: headerLine, beginning } = header;
  const { columns: remembered, values } = await context.importRuns.rememberedChoices(run);
  const suggested = suggestColumns(run.kind, columns, remembered);
  const order = findDayOrder(run.kind, suggested.mapping, profile);
  const { encoding, otherSheets } = run;
  const reading: ImportReading = {
    encoding,
    headerLine,
    beginning,
    ...profile,
    ...(otherSheets && { otherSheets }),
  };
  return {
    header: columns,
    firstLines,
    delimiter,
    start,
    reading,
    mapping: suggested.mapping,
    joined: suggested.joined,
    values,
    fixed: undefined,
    dayOrder: order === 'ask' ? undefined : order,
    chosenHeader: undefined,
  };
};

/** A file that was read before is already text. */
const textOf = async (context: ReadDeps, run: ImportDocument, onRead: OnRead): Promise<TextFile> => {
  if (!run.reading) return convertFile(context, run, onRead);
  const { encoding, otherSheets } = run.reading;
  return { encoding, ...(otherSheets && { otherSheets }) } as TextFile;
};

/** Converts a file to text and describes it. Idempotent. */
export const readFile = async (
  context: ReadDeps,
  run: ImportDocument,
  onRead: OnRead = () => Promise.resolve(),
): Promise<Partial<ImportDocument>> => {
  const text = await textOf(context, run, onRead);
  const { textBytes = run.textBytes } = text;
  const described = await describeFile(context, { ...run, ...text }, onRead);
  return { ...described, ...(textBytes !== undefined && { textBytes }), state: 'uploaded' };
};

const isLarge = ({ bytes, textBytes = bytes }: ImportDocument): boolean => textBytes > MAX_READ_AT_ONCE;
const FROM_START = { phase: 'lines' as const, position: { byte: 0, line: 0 }, counts: noCounts() };

const read = async (
  context: ImportDeps,
  run: ImportDocument,
  states: { from: ImportState[]; reached: ImportState[] },
): Promise<ImportDocument> => {
  if (isLarge(run)) {
    const reached = [...states.reached, 'reading' as const];
    const { chosenHeader } = run;
    const fields = { ...NO_PREVIEW, state: 'reading' as const, job: FROM_START, chosenHeader };
    const changed = await changeRun(context, run, { ...states, reached }, fields);
    context.importReader.wake();
    return changed;
  }
  const fields = await readFile(context, run);
  const changed = await changeRun(context, run, states, { ...NO_PREVIEW, ...fields });
  if (fields.textBytes !== undefined) await context.importRuns.removeFile(run, 'uploaded');
  return changed;
};

export const finishUpload = async (context: ImportDeps, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  if (run.state !== 'uploading') return run;
  if ((await context.importRuns.countParts(run)) < partCount(run))
    throw conflict('upload_incomplete', 'Parts of the file have not arrived yet.');
  return read(context, run, { from: ['uploading'], reached: ['uploaded'] });
};

const BEFORE_PREVIEW: ImportState[] = ['uploaded', 'previewed'];

export const chooseHeader = async (
  context: ImportDeps,
  id: string,
  { line }: { line: number },
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  if (!BEFORE_PREVIEW.includes(run.state)) throw wrongStateError();
  const { encoding = 'utf-8' } = run.reading ?? {};
  // Rejects a line that cannot be the header.
  await findHeader(context, { ...run, encoding }, line);
  return read(context, { ...run, chosenHeader: line }, { from: BEFORE_PREVIEW, reached: [] });
};

export const NO_PREVIEW = {
  examples: [],
  problemCount: 0,
  preview: undefined,
  warnings: undefined,
  overrides: undefined,
  notEnded: undefined,
  outdated: undefined,
  confirmed: undefined,
  job: undefined,
  failure: undefined,
  stopping: undefined,
};
