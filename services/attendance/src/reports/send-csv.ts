import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';

/** A reader that takes nothing for this long, or twice as long at most, has gone. */
const STALLED_MS = 30_000;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends rows as CSV while they are read, until they end or their reader has gone. Whatever fails before the first row is
 * still answered as an error.
 */
export const sendCsv = async (
  response: Response,
  { fileName, columns }: { fileName: string; columns: readonly string[] },
  rows: AsyncGenerator<Record<string, string>>,
): Promise<void> => {
  const first = await rows.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  };
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  });
  response.setTimeout(STALLED_MS, () => response.destroy());
  const csv = stringify({ header: true, columns: [...columns], bom: true, escape_formulas: true });
  await pipeline(Readable.from(all()), csv, response).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
};
