import readWorkbook from 'read-excel-file/universal';
import { findArchiveProblem, MAX_ROWS, type WorkbookProblem } from './archive.ts';
import { textOfCell } from './sheet-cells.ts';

export interface WorkbookRows {
  /** Row `n` of the first non-empty sheet has the index `n - 1`. */
  rows: string[][];
  otherSheets: string[];
}

export const readRows = async (bytes: Uint8Array): Promise<WorkbookRows | { problem: WorkbookProblem }> => {
  const problem = findArchiveProblem(bytes);
  if (problem) return { problem };
  try {
    const sheets = await readWorkbook(new Uint8Array(bytes).buffer, { trim: false });
    const [first, ...others] = sheets.filter(({ data }) => data.length > 0);
    if (!first) return { rows: [], otherSheets: [] };
    if (first.data.length > MAX_ROWS) return { problem: 'too_many_rows' };
    return {
      rows: first.data.map((row) => row.map(textOfCell)),
      otherSheets: others.map(({ sheet }) => sheet),
    };
  } catch {
    // The library throws various errors for archives that are not workbooks.
    return { problem: 'broken_workbook' };
  }
};
