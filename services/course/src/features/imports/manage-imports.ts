import {
  completeKindOf,
  IMPORT_FIELDS,
  IMPORT_PART_BYTES,
  type ImportState,
  type InputOf,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  type NewImport,
  type routes,
} from '@qr-attendance/contracts';
import { conflict, DomainError, invalid, notFound, type Worker } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import { noCounts } from './plan-batch.ts';
import { ImportFailure } from './read-file.ts';
import { readHeader } from './read-header.ts';
import { suggestMapping } from './rules/mapping.ts';
import { changesIn } from './run-jobs.ts';
import type { ImportRuns } from './import-runs.ts';

interface Importing {
  importRuns: ImportRuns;
  importWorker: Worker;
  importRetentionMs: number;
  clock: () => Date;
}

/** Bounds the space of files that nobody finishes. */
const MAX_STORED_BYTES = 4 * MAX_IMPORT_BYTES;

const wrongState = () => conflict('import_state', 'This import is in another state by now. Reload the page.');
const otherIsWriting = () =>
  conflict('import_running', 'Another import is being applied or undone. Try again when it has finished.');

export const findImport = async ({ importRuns }: Importing, id: string): Promise<ImportDocument> => {
  const run = await importRuns.find(id);
  if (!run) throw notFound('Import');
  return run;
};

/** @param reached states in which the same request was made before */
const change = async (
  context: Importing,
  run: ImportDocument,
  { from, reached }: { from: ImportState[]; reached: ImportState[] },
  fields: Partial<ImportDocument>,
): Promise<ImportDocument> => {
  const changed = await context.importRuns.change(run, from, fields);
  if (changed === 'busy') throw otherIsWriting();
  if (changed) return changed;
  const current = await findImport(context, run._id.toHexString());
  if (reached.includes(current.state)) return current;
  throw wrongState();
};

export const createImport = async (
  { importRuns, importRetentionMs, clock }: Importing,
  adminId: string,
  details: NewImport,
): Promise<ImportDocument> => {
  if ((await importRuns.countStoredBytes()) + details.bytes > MAX_STORED_BYTES)
    throw conflict('too_many_imports', 'Too many imports are unfinished. Discard some of them first.');
  const expiresAt = new Date(clock().getTime() + importRetentionMs);
  return importRuns.create({ ...details, by: adminId, expiresAt });
};

const partCount = ({ bytes }: Pick<ImportDocument, 'bytes'>): number => Math.ceil(bytes / IMPORT_PART_BYTES);

export const putPart = async (
  context: Importing,
  id: string,
  index: number,
  { data }: InputOf<typeof routes.course.putImportPart, 'body'>,
): Promise<void> => {
  const run = await findImport(context, id);
  if (run.state !== 'uploading') throw wrongState();
  const bytes = Buffer.from(data, 'base64');
  const expected = Math.min(IMPORT_PART_BYTES, run.bytes - index * IMPORT_PART_BYTES);
  if (bytes.length !== expected)
    throw invalid('part_size', 'This part does not belong to the file that was announced.');
  await context.importRuns.putPart(run, index, bytes);
};

const failures = {
  not_text: 'This is not a CSV file in UTF-8. Save it as “CSV UTF-8” in your spreadsheet program.',
  line_too_long: 'A line of this file is too long.',
  too_many_columns: `A file has at most ${MAX_IMPORT_COLUMNS} columns.`,
  unreadable: 'The first line of this file cannot be read as names of columns.',
};
const unreadable = ({ reason }: ImportFailure): DomainError =>
  new DomainError('unprocessable', reason, failures[reason as keyof typeof failures] ?? failures.unreadable);

export const finishUpload = async (context: Importing, id: string): Promise<ImportDocument> => {
  const { importRuns } = context;
  const run = await findImport(context, id);
  if (run.state !== 'uploading') return run;
  if ((await importRuns.countParts(run)) < partCount(run))
    throw conflict('upload_incomplete', 'Parts of the file have not arrived yet.');
  const { value: beginning = Buffer.alloc(0) } = await importRuns.readBytes(run, 0).next();
  const header = await readHeader(beginning, partCount(run) === 1).catch((error: unknown) => {
    throw error instanceof ImportFailure ? unreadable(error) : error;
  });
  const { columns, firstLines, delimiter, next: start } = header;
  const mapping = suggestMapping(run.kind, columns, await importRuns.rememberedColumns(run.kind));
  const fields = { header: columns, firstLines, delimiter, start, mapping };
  const states = { from: ['uploading' as const], reached: ['uploaded' as const] };
  return change(context, run, states, { ...fields, state: 'uploaded' });
};

const readMapping = (
  { kind, header = [] }: ImportDocument,
  asked: Record<string, number>,
): Record<string, number> => {
  const mapping: Record<string, number> = {};
  for (const { name, required } of IMPORT_FIELDS[kind]) {
    const index = asked[name];
    if (index !== undefined && index < header.length) mapping[name] = index;
    else if (required || index !== undefined)
      throw invalid('mapping', 'Choose a column of the file for each required field.', { field: name });
  }
  return mapping;
};

export const startPreview = async (
  context: Importing,
  id: string,
  {
    mapping: asked,
    complete = false,
    addErased = false,
  }: InputOf<typeof routes.course.previewImport, 'body'>,
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const mapping = readMapping(run, asked);
  if (complete && !completeKindOf(run.kind))
    throw invalid('not_complete', 'A file of this kind never ends what it does not contain.');
  const changed = await change(
    context,
    run,
    { from: ['uploaded', 'previewed'], reached: ['previewing'] },
    {
      ...{ state: 'previewing', mapping, complete, addErased, examples: [], problemCount: 0 },
      ...{ preview: undefined, warnings: undefined, overrides: undefined, notEnded: undefined },
      ...{ job: undefined, failure: undefined, stopping: undefined },
    },
  );
  const columns = Object.entries(mapping).map(([field, index]) => [field, run.header?.[index] ?? '']);
  await context.importRuns.rememberColumns(run.kind, Object.fromEntries(columns) as Record<string, string>);
  context.importWorker.wake();
  return changed;
};

/** Number of rows to confirm, if the run changes and ends more of them than usual. */
export const changesToConfirm = ({
  state,
  preview,
  usualChanges = 0,
}: ImportDocument): number | undefined => {
  if (state !== 'previewed' || !preview) return undefined;
  const changes = changesIn(preview);
  return changes > usualChanges ? changes : undefined;
};

export const confirmImport = async (
  context: Importing,
  id: string,
  { changes, keepLocalChanges }: InputOf<typeof routes.course.confirmImport, 'body'>,
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const needed = changesToConfirm(run);
  if (needed !== undefined && changes !== needed)
    throw conflict(
      'confirm_changes',
      `This import changes or ends ${needed} rows, more than usual. Confirm that number to continue.`,
      { changes: needed },
    );
  if (run.state === 'stopped' && (!run.job || run.failure)) throw wrongState();
  const first = { phase: 'lines' as const, position: run.start ?? { byte: 0, line: 0 }, counts: noCounts() };
  const reached: ImportState[] = ['applying', 'done'];
  const changed = await change(
    context,
    run,
    { from: ['previewed', 'stopped'], reached },
    {
      ...{ state: 'applying', writing: 'writing', job: run.job ?? first, stopping: undefined },
      ...(run.state === 'previewed' && {
        ...{ applied: noCounts(), confirmedChanges: needed, keepsLocalChanges: keepLocalChanges },
      }),
    },
  );
  context.importWorker.wake();
  return changed;
};

export const stopImport = async (context: Importing, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const reached: ImportState[] = ['uploaded', 'previewed', 'stopped', 'done'];
  return change(context, run, { from: ['previewing', 'applying'], reached }, { stopping: true });
};

export const undoImport = async (context: Importing, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const fields = { state: 'undoing' as const, writing: 'writing' as const, job: undefined };
  const changed = await change(
    context,
    run,
    { from: ['done', 'stopped'], reached: ['undoing', 'undone'] },
    { ...fields, failure: undefined },
  );
  context.importWorker.wake();
  return changed;
};

const NOT_APPLIED: readonly ImportState[] = ['uploading', 'uploaded', 'previewed', 'failed'];

export const deleteImport = async (context: Importing, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  if (await context.importRuns.remove(run, NOT_APPLIED)) return run;
  // Another request may have discarded it.
  await findImport(context, id);
  throw conflict('import_state', 'Only an import that was not applied can be discarded.');
};
