import {
  MAX_IMPORT_PART_BYTES,
  type ImportState,
  type InputOf,
  MAX_IMPORT_BYTES,
  type NewImport,
  type routes,
} from '@qr-attendance/contracts';
import { conflict, invalid, notFound } from '@qr-attendance/server';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument } from '../../db/import-models.ts';
import { changeRun, findImport, type ImportDeps, wrongStateError } from './change-run.ts';
import { countChanges } from './plan-batch.ts';

/** Limits the space for files of abandoned imports. */
const MAX_STORED_BYTES = 4 * MAX_IMPORT_BYTES;

/** @throws if the source of the file is ambiguous */
const chooseSource = ({ sources }: Ranking, wanted: string | undefined): string => {
  const [only, ...others] = sources;
  if (wanted === undefined && only !== undefined && others.length === 0) return only;
  if (wanted !== undefined && sources.includes(wanted)) return wanted;
  const accepted = sources.join(', ');
  throw wanted === undefined
    ? invalid('import_source_missing', `Choose the source of the file: ${accepted}.`, { accepted })
    : invalid('import_source_unknown', `“${wanted}” is no source of files. Accepted are: ${accepted}.`, {
        found: wanted,
        accepted,
      });
};

export const createImport = async (
  { importRuns, importRetentionMs, importRanking, clock }: ImportDeps & { importRanking: Ranking },
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
  context: ImportDeps,
  id: string,
  index: number,
  { data }: InputOf<typeof routes.course.putImportPart, 'body'>,
): Promise<void> => {
  const run = await findImport(context, id);
  if (run.state !== 'uploading') throw wrongStateError();
  const bytes = Buffer.from(data, 'base64');
  const expected = Math.min(MAX_IMPORT_PART_BYTES, run.bytes - index * MAX_IMPORT_PART_BYTES);
  if (bytes.length !== expected)
    throw invalid('part_size', 'This part does not belong to the file that was announced.');
  await context.importRuns.putPart(run, index, bytes);
};

/** Number of rows to confirm, if the run changes and ends unusually many. */
export const changesToConfirm = ({
  state,
  preview,
  usualChanges = 0,
}: ImportDocument): number | undefined => {
  if (state !== 'previewed' || !preview) return undefined;
  const changes = countChanges(preview);
  return changes > usualChanges ? changes : undefined;
};

/** @throws if the administrator has not seen the preview that replaced an outdated one */
const requireSeen = ({ check: current, outdated }: ImportDocument, check: number | undefined): void => {
  if (check === undefined ? !outdated : check === current) return;
  throw conflict(
    'preview_outdated',
    'The preview was outdated, and a new one replaced it. Read the new one and confirm it with its number.',
    { check: current },
  );
};

/** Computes the preview again first, so that nothing is applied that was not shown (rule 4 of statements). */
export const confirmImport = async (
  context: ImportDeps,
  id: string,
  { changes, keepLocalChanges, check }: InputOf<typeof routes.course.confirmImport, 'body'>,
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  requireSeen(run, check);
  const needed = changesToConfirm(run);
  if (needed !== undefined && changes !== needed)
    throw conflict(
      'confirm_changes',
      `This import changes or ends ${needed} rows, more than usual. Confirm that number to continue.`,
      { changes: needed },
    );
  if (run.state === 'stopped' && (!run.job || run.failure)) throw wrongStateError();
  const isContinued = run.state === 'stopped';
  const confirmed = withoutUndefined({ changes: needed, keepsLocalChanges: keepLocalChanges });
  const changed = await changeRun(
    context,
    run,
    { from: [isContinued ? 'stopped' : 'previewed'], reached: ['rechecking', 'applying', 'done'] },
    {
      writing: 'writing',
      stopping: undefined,
      ...(isContinued
        ? { state: 'applying' }
        : {
            state: 'rechecking',
            job: undefined,
            confirmed,
          }),
    },
  );
  context.importWorker.wake();
  return changed;
};

export const answerImport = async (
  context: ImportDeps,
  { id, line }: { id: string; line: number },
  { answer }: InputOf<typeof routes.course.answerImport, 'body'>,
): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const waiting = await context.importRuns.listSamePeople(run);
  const { samePerson } = waiting.find((one) => one.line === line) ?? {};
  if (!samePerson) throw notFound('Question about this line');
  const fields = { [`answers.${line}`]: { ...samePerson, answer } } as Partial<ImportDocument>;
  return changeRun(context, run, { from: ['previewed'], reached: [] }, fields);
};

export const stopImport = async (context: ImportDeps, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  const reached: ImportState[] = ['uploading', 'uploaded', 'previewed', 'stopped', 'done', 'failed'];
  const from: ImportState[] = ['reading', 'previewing', 'rechecking', 'applying'];
  return changeRun(context, run, { from, reached }, { stopping: true });
};

export const undoImport = async (context: ImportDeps, id: string): Promise<ImportDocument> => {
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

export const deleteImport = async (context: ImportDeps, id: string): Promise<ImportDocument> => {
  const run = await findImport(context, id);
  if (await context.importRuns.remove(run, NOT_APPLIED)) return run;
  // A concurrent request may have discarded it.
  await findImport(context, id);
  throw conflict('import_applied', 'Only an import that was not applied can be discarded.');
};
