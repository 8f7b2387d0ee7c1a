import { Worker } from 'node:worker_threads';

const MAX_MS = 20_000;
/** 20,000 rows of 100 columns need about half of this. */
const MAX_HEAP_MB = 512;

/**
 * Runs a module in a thread. Ends the thread if it takes too long or too much memory, and returns undefined.
 */
export const runInThread = <Result>(
  module: URL,
  workerData: unknown,
  maxMs = MAX_MS,
): Promise<Result | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(module, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const timer = setTimeout(() => finish(undefined), maxMs);
    const finish = (result: Result | undefined): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(result);
    };
    worker.once('message', finish);
    worker.once('error', () => finish(undefined));
  });
