import { IMPORT_PART_BYTES, type ImportReading, type ImportState } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import { createProfile, findDayOrder, type Profile, suggestColumns } from '@qr-attendance/tables';
import type { ImportDocument } from '../../db/import-models.ts';
import { convertFile, type TextFile } from './convert-file.ts';
import { changeRun, findImport, wrongState, type Importing } from './change-run.ts';
import { ImportFailure, readLines } from './read-file.ts';
import { type Header, readHeader } from './read-header.ts';
import { toUnreadable } from './unreadable-file.ts';

const partCount = ({ bytes }: Pick<ImportDocument, 'bytes'>): number => Math.ceil(bytes / IMPORT_PART_BYTES);

type ReadRun = ImportDocument & TextFile;

const findHeader = async (
  { importRuns }: Importing,
  run: ReadRun,
  chosen: number | undefined,
): Promise<Header> => {
  const { value: beginning = Buffer.alloc(0) } = await importRuns.readBytes(run, 0).next();
  const isWhole = beginning.length === (run.textBytes ?? run.bytes);
  return readHeader(run.kind, beginning, isWhole, chosen).catch((error: unknown) => {
    throw toUnreadable(error);
  });
};

/** Reads all lines once. One that cannot be read ends it; the preview names that line. */
const profileOf = async (
  { importRuns }: Importing,
  run: ReadRun,
  { columns, delimiter, next }: Header,
): Promise<Profile> => {
  const profile = createProfile(columns);
  try {
    for await (const { line, cells } of readLines(importRuns.readBytes(run, next.byte), delimiter, next))
      profile.add(line, cells);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
  }
  return profile.result();
};

/** Describes a file and suggests how to read it. */
const readFile = async (
  context: Importing,
  run: ReadRun,
  chosen?: number,
): Promise<Partial<ImportDocument>> => {
  const header = await findHeader(context, run, chosen);
  const profile = await profileOf(context, run, header);
  const { columns, firstLines, delimiter, next: start, line: headerLine, beginning } = header;
  const { columns: remembered, values } = await context.importRuns.rememberedChoices(run);
  const suggested = suggestColumns(run.kind, columns, remembered);
  const order = findDayOrder(run.kind, suggested.mapping, profile);
  const { encoding, otherSheets } = run;
  const reading: ImportReading = {
    ...{ encoding, headerLine, beginning, ...profile },
    ...(otherSheets && { otherSheets }),
  };
  return {
    ...{ header: columns, firstLines, delimiter, start, reading },
    ...{ mapping: suggested.mapping, joined: suggested.joined, values, fixed: undefined },
    dayOrder: order === 'ask' ? undefined : order,
  };
};

export const finishUpload = async (context: Importing, id: string): Promise<ImportDocument> => {
  const { importRuns } = context;
  const run = await findImport(context, id);
  if (run.state !== 'uploading') return run;
  if ((await importRuns.countParts(run)) < partCount(run))
    throw conflict('upload_incomplete', 'Parts of the file have not arrived yet.');
  const text = await convertFile(context, run);
  const { textBytes } = text;
  const fields = await readFile(context, { ...run, ...text });
  const states = { from: ['uploading' as const], reached: ['uploaded' as const] };
  const changed = await changeRun(context, run, states, { ...fields, textBytes, state: 'uploaded' });
  if (textBytes !== undefined) await importRuns.removeFile(run, 'uploaded');
  return changed;
};

const BEFORE_PREVIEW: ImportState[] = ['uploaded', 'previewed'];

export const chooseHeader = async (
  context: Importing,
  id: string,
  { line }: { line: number },
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  if (!BEFORE_PREVIEW.includes(run.state)) throw wrongState();
  const { encoding = 'utf-8', otherSheets } = run.reading ?? {};
  const fields = await readFile(context, { ...run, encoding, ...(otherSheets && { otherSheets }) }, line);
  return changeRun(
    context,
    run,
    { from: BEFORE_PREVIEW, reached: [] },
    { ...fields, ...NO_PREVIEW, state: 'uploaded' },
  );
};

/** Removes the results of an earlier preview. */
export const NO_PREVIEW = {
  ...{ examples: [], problemCount: 0, preview: undefined, warnings: undefined },
  ...{ overrides: undefined, notEnded: undefined, outdated: undefined, confirmed: undefined },
  ...{ job: undefined, failure: undefined, stopping: undefined },
};
