import type { WorkbookProblem } from './archive.ts';
import { runInThread } from './in-thread.ts';
import type { WorkbookRows } from './read-rows.ts';

export { MAX_ROWS, MAX_WORKBOOK_BYTES, type WorkbookProblem } from './archive.ts';
export { type CellValue, writeWorkbook } from './write-workbook.ts';

export const readWorkbook = async (
  bytes: Uint8Array,
  { maxMs }: { maxMs?: number } = {},
): Promise<WorkbookRows | { problem: WorkbookProblem }> => {
  const module = new URL('worker.ts', import.meta.url);
  const result = await runInThread<WorkbookRows | { problem: WorkbookProblem }>(module, bytes, maxMs);
  return result ?? { problem: 'workbook_too_large' };
};
