import type { ImportDocument } from '../../db/import-models.ts';
import { createApplyBatch, type ApplyDeps } from './apply-batch.ts';
import { createDeferredProgress, STORE_INTERVAL_MS } from './deferred-progress.ts';

export interface AppliedBatches {
  /** How long the batch took that wrote something; 0 without such a batch. */
  wroteForMs: number;
  /** Whether events follow. */
  publishes: boolean;
}

/** Applies batches up to the first one that writes something, or for a short time. */
export const createApplyBatches = (deps: ApplyDeps) => {
  const { runs, batches } = deps;
  const applyBatch = createApplyBatch(deps);

  return async (leased: ImportDocument): Promise<AppliedBatches> => {
    const progress = createDeferredProgress(runs, leased);
    const end = performance.now() + STORE_INTERVAL_MS;
    let run = leased;
    const all: AppliedBatches = { wroteForMs: 0, publishes: false };
    while (run.job && all.wroteForMs === 0 && performance.now() < end) {
      const began = performance.now();
      const applied = await applyBatch(run, run.job, progress);
      if (!applied) return all;
      run = { ...run, ...applied.fields };
      progress.setFields(applied.fields);
      all.publishes = applied.publishes;
      if (applied.hasWritten) all.wroteForMs = performance.now() - began;
    }
    if ((await progress.store()) && run.state === 'done') {
      await batches.close();
      await runs.removeFile(run);
    }
    return all;
  };
};
