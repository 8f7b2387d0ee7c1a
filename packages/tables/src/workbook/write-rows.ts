import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';

export type CellValue = string | number | null;

/** Excel does not convert cells with this format, even if somebody edits them. */
const TEXT = '@';

const toCell = (value: CellValue): Cell => {
  if (typeof value === 'number') return { value, type: Number };
  // Empty cells are text too, so that numbers entered later keep their leading zeros.
  return { ...(value !== null && value !== '' && { value }), type: String, format: TEXT };
};

export const writeRows = async (rows: CellValue[][]): Promise<Uint8Array> => {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const data: SheetData = rows.map((row) => row.map(toCell));
  const columns = Array.from({ length: width }, () => ({ width: 18 }));
  return new Uint8Array(await writeExcelFile(data, { columns, stickyRowsCount: 1 }).toBuffer());
};
