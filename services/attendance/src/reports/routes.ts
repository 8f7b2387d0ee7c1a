import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { momentSchema, type ParsedOf, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  campusTimeZoneSchema,
  implement,
  type Implementation,
  implementStream,
  parsePart,
  readCursor,
} from '@qr-attendance/server';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { MarkFilter } from './mark-filter.ts';
import { allColumnsOf, detailedRow, makeReadClock, type Report, reportRow, REPORTS } from './rules/report.ts';

/** The marks a caller may see: those of a teacher's own courses, or a student's own. */
const ownMarks = ({ id, userType }: Caller): MarkFilter =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };

/** When a mark was made, and its id. */
const positionSchema = z.tuple([momentSchema, z.uuid()]);
const zoneSchema = z.object({ timeZone: campusTimeZoneSchema });

/** A reader that takes nothing for this long, or twice as long at most, has gone. */
const STALLED_MS = 30_000;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The text of a report, batch by batch. */
async function* csvOf<Mark>(
  { columns, headers = {} }: Report,
  batches: AsyncGenerator<Mark[]>,
  toRow: (mark: Mark) => Record<string, string>,
): AsyncGenerator<string> {
  let isFirst = true;
  const toText = (rows: Record<string, string>[]): string => {
    const head = { header: isFirst, bom: isFirst };
    isFirst = false;
    const named = columns.map((key) => ({ key, header: headers[key] ?? key }));
    return stringify(rows, { ...head, columns: named, escape_formulas: true });
  };
  for await (const marks of batches) yield toText(marks.map(toRow));
  if (isFirst) yield toText([]);
}

/**
 * Sends a report while its marks are read, until they end or their reader has gone. Whatever fails before the first is
 * still answered as an error.
 */
const sendCsv = async <Mark>(
  response: Response,
  report: Report,
  marks: AsyncGenerator<Mark[]>,
  toRow: (mark: Mark) => Record<string, string>,
): Promise<void> => {
  const text = csvOf(report, marks, toRow);
  const first = await text.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* text;
  };
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${report.fileName}"`,
    'Cache-Control': 'private, no-store',
  });
  response.setTimeout(STALLED_MS, () => response.destroy());
  await pipeline(Readable.from(all(), { objectMode: false }), response).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
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
    const marks = context.readReportedMarks({ ...filter, ...ownMarks(caller) });
    const readClock = makeReadClock(zone);
    await sendCsv(response, REPORTS[caller.userType], marks, (mark) => reportRow(mark, readClock));
  }),
  implementStream(routes.attendance.exportAllColumns, async ({ caller, query, response }) => {
    const { filter, zone } = readChoice(context, query);
    const marks = context.readDetailedMarks({ ...filter, teacherId: caller.id });
    const readClock = makeReadClock(zone);
    await sendCsv(response, allColumnsOf(context.institutionWords), marks, (mark) =>
      detailedRow(mark, readClock),
    );
  }),
];
