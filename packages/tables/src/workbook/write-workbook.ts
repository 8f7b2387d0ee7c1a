import { MAX_ROWS } from './archive.ts';
import { runInThread } from './in-thread.ts';
import type { CellValue } from './write-rows.ts';

export type { CellValue } from './write-rows.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Writes a workbook in a thread, one at a time to limit memory. Texts are written unchanged: `0012` keeps its
 * zeros, and `=1+1` is not a formula.
 * @returns undefined for more than `MAX_ROWS` rows, or if it takes too long
 */
export const writeWorkbook = (rows: CellValue[][]): Promise<Uint8Array | undefined> => {
  if (rows.length > MAX_ROWS) return Promise.resolve(undefined);
  const module = new URL('write-worker.ts', import.meta.url);
  const written = last.then(() => runInThread<Uint8Array>(module, rows));
  last = written;
  return written;
};
