import { type FileLine, readLines, ImportFailure } from './read-file.ts';
import type { ImportPosition } from '../../db/import-models.ts';

const DELIMITERS = [',', ';', '\t'];
const BOM = Buffer.from('\uFEFF');
const SHOWN_LINES = 5;

export interface Header {
  delimiter: string;
  columns: string[];
  firstLines: string[][];
  /** The place where the line after the header begins. */
  next: ImportPosition;
}

const startOf = (beginning: Buffer): ImportPosition => ({
  byte: beginning.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0,
  line: 0,
});

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

const readSome = async (
  beginning: Buffer,
  delimiter: string,
  isWhole: boolean,
): Promise<FileLine[] | ImportFailure> => {
  const from = startOf(beginning);
  const chunks = once(beginning.subarray(from.byte));
  const lines: FileLine[] = [];
  try {
    for await (const line of readLines(chunks, delimiter, from, 1 + SHOWN_LINES)) {
      // The last line may continue in the next part.
      if (!isWhole && line.next.byte >= beginning.length) break;
      lines.push(line);
    }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    if (lines.length === 0) return error;
  }
  return lines;
};

/**
 * Reads the header with the delimiter that gives it the most columns.
 * @param beginning the first part of the file
 * @throws ImportFailure
 */
export const readHeader = async (beginning: Buffer, isWhole: boolean): Promise<Header> => {
  let best: Header | undefined;
  let failure: ImportFailure | undefined;
  for (const delimiter of DELIMITERS) {
    const lines = await readSome(beginning, delimiter, isWhole);
    if (lines instanceof ImportFailure) {
      if (lines.reason === 'too_many_columns') throw lines;
      failure ??= lines;
      continue;
    }
    const [header, ...others] = lines;
    if (!header || header.cells.length <= (best?.columns.length ?? 0)) continue;
    const firstLines = others.map(({ cells }) => cells);
    best = { delimiter, columns: header.cells, firstLines, next: header.next };
  }
  if (!best) throw failure ?? new ImportFailure('unreadable', 1);
  return best;
};
