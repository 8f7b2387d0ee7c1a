import { addAbortSignal } from 'node:stream';
import { temporarilyUnavailable } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyGrid, GRID_SESSIONS } from './csv-grid.ts';
import type { RecordFilter } from './record-filter.ts';
import { copyReport } from './csv-report.ts';
import type { Report } from './rules/report.ts';
import { createZoneOffsets } from './rules/zone-offsets.ts';

/** The server sends eight at a time; each piece that is passed on has a cost of its own. */
const PIECE = 64 * 1_024;

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE) continue;
    yield Buffer.concat(waiting, bytes);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

export interface WantedReport {
  report: Report;
  filter: RecordFilter;
  zone: string;
}

/**
 * Reads the lines that a `COPY` statement writes, as fast as they are taken. It holds a connection for as long as its reader
 * takes, or until `signal` ends it, so `pool` is one of its own: whoever reads slowly delays reports, never marks.
 */
async function* copyLines(pool: Pool, statement: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const client = await pool.connect().catch(() => {
    throw temporarilyUnavailable();
  });
  let isDone = false;
  try {
    const lines = addAbortSignal(signal, client.query(copyTo(statement)));
    // After the last line the connection is busy for a moment more; one that is closed here says so when nobody listens.
    const isFree = new Promise((resolve, reject) => {
      client.once('drain', resolve);
      lines.on('error', reject);
    });
    isFree.catch(() => undefined);
    yield* inPieces(lines);
    await isFree;
    isDone = true;
  } finally {
    // Whatever was not read to its end would still be sent: its connection is closed, which ends the statement.
    client.release(!isDone);
  }
}

export const createReadReport = (pool: Pool, clock = () => new Date()) => {
  const zoneOffsets = createZoneOffsets(clock);
  return ({ report, filter, zone }: WantedReport, signal: AbortSignal): AsyncGenerator<Buffer> =>
    copyLines(pool, copyReport(report, filter, zoneOffsets(zone)), signal);
};
export type ReadReport = ReturnType<typeof createReadReport>;

/** The grid of a course: the sessions that its columns are of, and its lines. */
export const createReadGrid = (pool: Pool) => ({
  sessions: async (courseId: string): Promise<{ id: string; startTime: Date }[]> => {
    const { rows } = await pool.query<{ id: string; startTime: Date }>(GRID_SESSIONS, [courseId]);
    return rows.toReversed();
  },
  lines: (courseId: string, sessionIds: string[], signal: AbortSignal): AsyncGenerator<Buffer> =>
    copyLines(pool, copyGrid(courseId, sessionIds), signal),
});
export type ReadGrid = ReturnType<typeof createReadGrid>;
