import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { momentSchema, type ParsedOf, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  implement,
  type Implementation,
  implementStream,
  parsePart,
  readCursor,
  timeZoneSchema,
} from '@qr-attendance/server';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { MarkFilter } from './mark-filter.ts';
import type { WantedReport } from './read-report.ts';
import { defuseFormulas } from './rules/formulas.ts';
import { allColumnsOf, type Report, REPORTS } from './rules/report.ts';

/** The marks a caller may see: those of a teacher's own courses, or a student's own. */
const ownMarks = ({ id, userType }: Caller): MarkFilter =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };

/** When a mark was made, and its id. */
const positionSchema = z.tuple([momentSchema, z.uuid()]);
const zoneSchema = z.object({ timeZone: timeZoneSchema });

/** A reader that takes nothing for this long, or twice as long at most, has gone. */
const STALLED_MS = 30_000;

/** The reader has left, or the export has reached its maximum lifetime. */
const isEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

const headerOf = ({ columns, headers = {} }: Report): string =>
  stringify([], {
    header: true,
    bom: true,
    columns: columns.map((key) => ({ key, header: defuseFormulas(headers[key] ?? key) })),
    quoted: true,
  });

/**
 * Sends a report while its lines are read, until they end, their reader has gone, or the export has lasted for as long as it
 * may: its statement holds locks that migrations wait for. Whatever fails before the first line is still answered as an error.
 */
const sendCsv = async (
  { exportMaxMs, exportPace, readReport }: Pick<Context, 'exportMaxMs' | 'exportPace' | 'readReport'>,
  response: Response,
  wanted: WantedReport,
): Promise<void> => {
  const { report } = wanted;
  const signal = AbortSignal.timeout(exportMaxMs);
  const lines = exportPace.pass(readReport(wanted, signal));
  const first = await lines.next();
  const all = async function* () {
    yield headerOf(report);
    if (first.done) return;
    yield first.value;
    yield* lines;
  };
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${report.fileName}"`,
    'Cache-Control': 'private, no-store',
  });
  response.setTimeout(STALLED_MS, () => response.destroy());
  await pipeline(Readable.from(all(), { objectMode: false }), response, { signal }).catch(
    (error: unknown) => {
      if (!isEnded(error)) throw error;
    },
  );
};

const readChoice = (
  { campusTimeZone }: Pick<Context, 'campusTimeZone'>,
  {
    timeZone: given = campusTimeZone,
    ...filter
  }: ParsedOf<typeof routes.attendance.exportAttendance, 'query'>,
) => ({ filter, zone: parsePart('query', zoneSchema, { timeZone: given }).timeZone });

/** Lists of marks, their totals, and their exports. */
export const reportRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const position = readCursor(positionSchema, cursor);
    const after = position && { markedAt: position[0], id: position[1] };
    const rows = await context.records.list({ ...filter, ...ownMarks(caller) }, limit + 1, after);
    return answerPage(response, rows, limit, (record) => [record.timestamp, record._id]);
  }),
  implement(routes.attendance.getAttendanceTotals, ({ caller, query }) =>
    context.records.totals({ ...query, ...ownMarks(caller) }),
  ),
  implementStream(routes.attendance.exportAttendance, async ({ caller, query, response }) => {
    const { filter, zone } = readChoice(context, query);
    const report = REPORTS[caller.userType];
    const wanted = { report, filter: { ...filter, ...ownMarks(caller) }, zone };
    await sendCsv(context, response, wanted);
  }),
  implementStream(routes.attendance.exportAllColumns, async ({ caller, query, response }) => {
    const { filter, zone } = readChoice(context, query);
    const report = allColumnsOf(context.institutionWords);
    const wanted = { report, filter: { ...filter, teacherId: caller.id }, zone };
    await sendCsv(context, response, wanted);
  }),
];
