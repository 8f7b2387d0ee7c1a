import type { ImportState } from '@qr-attendance/contracts';
import { conflict, notFound, type Worker } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';

export interface ImportDeps {
  importRuns: ImportRuns;
  importWorker: Worker;
  importReader: Worker;
  importRetentionMs: number;
  clock: () => Date;
}

export const wrongStateError = () =>
  conflict('import_state', 'This import is in another state by now. Reload the page.');
const importRunningError = () =>
  conflict('import_running', 'Another import is being applied or undone. Try again when it has finished.');

export const findImport = async (
  { importRuns }: Pick<ImportDeps, 'importRuns'>,
  id: string,
): Promise<ImportDocument> => {
  const run = await importRuns.find(id);
  if (!run) throw notFound('Import');
  return run;
};

/** @param reached states in which the request is a repetition */
export const changeRun = async (
  context: ImportDeps,
  run: ImportDocument,
  { from, reached }: { from: ImportState[]; reached: ImportState[] },
  fields: Partial<ImportDocument>,
): Promise<ImportDocument> => {
  const changed = await context.importRuns.change(run, from, fields);
  if (changed === 'busy') throw importRunningError();
  if (changed) return changed;
  const current = await findImport(context, run._id.toHexString());
  if (reached.includes(current.state)) return current;
  throw wrongStateError();
};
