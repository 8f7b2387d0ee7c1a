import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { routes } from '@qr-attendance/contracts';
import { campusTimeZoneSchema, type Implementation, implementStream, parsePart } from '@qr-attendance/server';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { z } from 'zod';
import type { ReadReportedMarks } from './reported-marks.ts';
import { reportRow, REPORTS } from './rules/report.ts';
import { ownMarks } from './own-marks.ts';

/** A reader that takes nothing for this long, or twice as long at most, has gone. */
const STALLED_MS = 30_000;
const zoneSchema = z.object({ timeZone: campusTimeZoneSchema });

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends rows as CSV while they are read. Whatever fails before the first row is still answered as an error. */
const sendCsv = async (
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
  await pipeline(Readable.from(all()), csv, response);
};

export const makeReportRoutes = ({
  readReportedMarks,
  zone,
}: {
  readReportedMarks: ReadReportedMarks;
  zone: string;
}): Implementation[] => [
  implementStream(routes.attendance.exportAttendance, async ({ caller, query, response }) => {
    const { timeZone: given = zone, ...filter } = query;
    const { timeZone } = parsePart('query', zoneSchema, { timeZone: given });
    const marks = readReportedMarks({ ...filter, ...ownMarks(caller) });
    const rows = async function* () {
      for await (const mark of marks) yield reportRow(mark, timeZone);
    };
    await sendCsv(response, REPORTS[caller.userType], rows()).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }),
];
