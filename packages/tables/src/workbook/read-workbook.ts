import { Worker } from 'node:worker_threads';
import type { WorkbookProblem } from './archive.ts';
import type { WorkbookRows } from './read-rows.ts';

export { MAX_ROWS, MAX_WORKBOOK_BYTES, type WorkbookProblem } from './archive.ts';

const MAX_MS = 20_000;
/** 20,000 rows of 100 columns need about half. */
const MAX_HEAP_MB = 512;

/** Reads a workbook in a thread that is ended when it takes too long or too much memory. */
export const readWorkbook = (
  bytes: Uint8Array,
  { maxMs = MAX_MS } = {},
): Promise<WorkbookRows | { problem: WorkbookProblem }> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const timer = setTimeout(() => finish({ problem: 'workbook_too_large' }), maxMs);
    const finish = (result: WorkbookRows | { problem: WorkbookProblem }): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(result);
    };
    worker.once('message', finish);
    worker.once('error', () => finish({ problem: 'workbook_too_large' }));
  });
