import { MAX_WORKBOOK_ROWS } from '@qr-attendance/contracts';

export const workbookProblems = ['broken_workbook', 'workbook_too_large', 'too_many_rows'] as const;
export type WorkbookProblem = (typeof workbookProblems)[number];

export const MAX_ROWS = MAX_WORKBOOK_ROWS;
export const MAX_WORKBOOK_BYTES = 20 * 1_024 * 1_024;
const MAX_UNPACKED_BYTES = 80 * 1_024 * 1_024;
const MAX_ENTRIES = 2_000;

const END_SIGNATURE = 0x06_05_4b_50;
const ENTRY_SIGNATURE = 0x02_01_4b_50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;

const findEnd = (view: DataView): number | undefined => {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  return undefined;
};

/**
 * Checks the sizes in an archive's directory before unpacking. The unpacker never allocates more than these
 * sizes.
 */
export const findArchiveProblem = (bytes: Uint8Array): WorkbookProblem | undefined => {
  if (bytes.byteLength > MAX_WORKBOOK_BYTES) return 'workbook_too_large';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return 'broken_workbook';
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) return 'workbook_too_large';
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) return 'broken_workbook';
    unpacked += view.getUint32(at + 24, true);
    if (unpacked > MAX_UNPACKED_BYTES) return 'workbook_too_large';
    at +=
      ENTRY_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return undefined;
};
