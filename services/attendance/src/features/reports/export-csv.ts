import { addAbortSignal } from 'node:stream';
import { temporarilyUnavailable } from '@qr-attendance/server';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { findStaleSessions } from '../../core/records/current-records.ts';
import type { RecordFilter } from './record-filter.ts';
import { copyGrid, copyReport, type GridRequest } from './csv-report.ts';
import type { Report } from './rules/report.ts';
import { zoneOffsets } from './rules/zone-offsets.ts';

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

export interface ReportRequest {
  report: Report;
  filter: RecordFilter;
  zone: string;
}

/**
 * Reads the lines of a `COPY` statement as fast as the reader takes them. Holds a connection until the end or
 * until `signal` aborts, so `pool` is separate and a slow reader never delays marks.
 */
async function* copyLines(
  pool: Pool,
  statementFor: (client: PoolClient) => string | Promise<string>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const client = await pool.connect().catch(() => {
    throw temporarilyUnavailable();
  });
  let isDone = false;
  try {
    const statement = await statementFor(client);
    const lines = addAbortSignal(signal, client.query(copyTo(statement)));
    // The connection stays busy for a moment after the last line; closing it during that time would raise an
    // unhandled error.
    const isFree = new Promise((resolve, reject) => {
      client.once('drain', resolve);
      lines.on('error', reject);
    });
    isFree.catch(() => undefined);
    yield* inPieces(lines);
    await isFree;
    isDone = true;
  } finally {
    // Closing the connection ends an unfinished statement.
    client.release(!isDone);
  }
}

export const readReport = (
  reportPool: Pool,
  { report, filter, zone }: ReportRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> => {
  const statementFor = async (client: PoolClient) =>
    copyReport(report, filter, zoneOffsets(zone, new Date()), await findStaleSessions(client, filter));
  return copyLines(reportPool, statementFor, signal);
};

export const readGrid = (
  reportPool: Pool,
  wanted: GridRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> =>
  copyLines(
    reportPool,
    async (client) => copyGrid(wanted, await findStaleSessions(client, { courseId: wanted.courseId })),
    signal,
  );
