import {
  IMPORT_PART_BYTES,
  type ImportState,
  type InputOf,
  MAX_IMPORT_BYTES,
  type NewImport,
  type routes,
} from '@qr-attendance/contracts';
import { conflict, invalid } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument } from '../../db/import-models.ts';
import { changeRun, findImport, type Importing, wrongState } from './change-run.ts';
import { noCounts } from './plan-batch.ts';
import { changesIn } from './run-jobs.ts';

/** Bounds the space of files that nobody finishes. */
const MAX_STORED_BYTES = 4 * MAX_IMPORT_BYTES;

/** @throws if the source of the file is not clear */
const chooseSource = ({ sources }: Ranking, wanted: string | undefined): string => {
  const [only, ...others] = sources;
  if (wanted === undefined && only !== undefined && others.length === 0) return only;
  if (wanted !== undefined && sources.includes(wanted)) return wanted;
  const accepted = sources.join(', ');
  throw wanted === undefined
    ? invalid('import_source_missing', `Choose the source of the file: ${accepted}.`, { accepted })
    : invalid('import_source_unknown', `“${wanted}” is no source of files. Accepted are: ${accepted}.`, {
        ...{ found: wanted, accepted },
      });
};

export const createImport = async (
  { importRuns, importRetentionMs, importRanking, clock }: Importing & { importRanking: Ranking },
  adminId: string,
  { source: wanted, ...details }: NewImport,
): Promise<ImportDocument> => {
  const source = chooseSource(importRanking, wanted);
  if ((await importRuns.countStoredBytes()) + details.bytes > MAX_STORED_BYTES)
    throw conflict('too_many_imports', 'Too many imports are unfinished. Discard some of them first.');
  const expiresAt = new Date(clock().getTime() + importRetentionMs);
  return importRuns.create({ ...details, source, by: adminId, expiresAt });
};

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
  const changed = await changeRun(
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
  return changeRun(context, run, { from: ['previewing', 'applying'], reached }, { stopping: true });
};

export const undoImport = async (context: Importing, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const fields = { state: 'undoing' as const, writing: 'writing' as const, job: undefined };
  const changed = await changeRun(
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
