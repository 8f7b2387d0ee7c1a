import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import type { NewBatch } from './imported-batches.ts';

/**
 * The longest time for which a run stores no progress while its batches write nothing. After a crash, these batches
 * are planned again.
 */
export const STORE_INTERVAL_MS = 250;

export const createDeferredProgress = (runs: ImportRuns, run: ImportDocument) => {
  let batches: NewBatch[] = [];
  let fields: Partial<ImportDocument> | undefined;
  return {
    addBatch: (batch: NewBatch): void => {
      batches.push(batch);
    },
    setFields: (latest: Partial<ImportDocument>): void => {
      fields = latest;
    },
    /** @returns whether this process still has the lease */
    store: async (): Promise<boolean> => {
      await runs.addBatches(run, batches);
      const isLeased = !fields || (await runs.progress(run, fields));
      batches = [];
      fields = undefined;
      return isLeased;
    },
  };
};
export type DeferredProgress = ReturnType<typeof createDeferredProgress>;
