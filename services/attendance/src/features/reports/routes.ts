import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  defuseFormulas,
  type Institution,
  momentSchema,
  objectIdSchema,
  routes,
} from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  type FairQueue,
  implement,
  type Implementation,
  implementStream,
  invalidCursorError,
  disconnectSignalOf,
  parsePart,
  readCursor,
  limitKeys,
  timeZoneSchema,
} from '@qr-attendance/server';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { listHeldSessions } from '../../core/sessions/held-sessions.ts';
import { chosenSections } from '../../projections/visible.ts';
import type { Owners } from '../../core/owners/owners.ts';
import type { ExportPace } from './export-pace.ts';
import { gridColumns, MAX_GRID_SESSIONS } from './csv-report.ts';
import { countRecords, listRecords } from './lists.ts';
import { readGrid, readReport } from './export-csv.ts';
import { restrictToCaller } from './restrict-to-caller.ts';
import type { RecordFilter } from './record-filter.ts';

import { allColumnsOf, type Report, REPORTS } from './rules/report.ts';
import { watchReader } from './watch-reader.ts';

const positionSchema = z.tuple([momentSchema, objectIdSchema, z.uuid()]);
const zoneSchema = z.object({ timeZone: timeZoneSchema });

const isEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

const headerOf = (headers: string[]): string =>
  stringify([], {
    header: true,
    bom: true,
    columns: headers.map((header, key) => ({ key: String(key), header: defuseFormulas(header) })),
    quoted: true,
  });

interface File {
  fileName: string;
  headers: string[];
  lines: (signal: AbortSignal) => AsyncIterable<Buffer>;
}

/**
 * Streams a report until it ends, its reader disconnects or stalls, or it reaches its maximum duration,
 * because its locks delay migrations. A failure before the first line is sent as an error response.
 */
const streamCsv = async (
  { exportMaxMs, exportPace, exportQueue }: ExportLimits,
  response: Response,
  { fileName, headers, lines: read }: File,
): Promise<void> => {
  const reader = watchReader(() => exportQueue.waiting() > 0);
  const signal = AbortSignal.any([AbortSignal.timeout(exportMaxMs), reader.signal]);
  const lines = exportPace.pass(read(signal));
  const first = await lines.next();
  const all = async function* () {
    yield headerOf(headers);
    if (first.done) return;
    yield first.value;
    yield* lines;
  };
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  });
  try {
    await pipeline(Readable.from(reader.pass(all()), { objectMode: false }), response, { signal });
  } catch (error) {
    if (!isEnded(error)) throw error;
  } finally {
    reader.stop();
    // If the reader disconnects before the first line, `all` never starts and so does not close the lines.
    await lines.return(undefined);
  }
};

type ExportLimits = Pick<Reports, 'exportMaxMs' | 'exportPace' | 'exportQueue'>;

/** Each person has one export at a time, and people take turns for the few connections. */
const sendCsv = (context: ExportLimits, caller: Caller, response: Response, file: File): Promise<void> =>
  context.exportQueue.run(
    limitKeys.person(caller),
    () => streamCsv(context, response, file),
    disconnectSignalOf(response),
  );

const readZone = (campusTimeZone: string, given: string = campusTimeZone): string =>
  parsePart('query', zoneSchema, { timeZone: given }).timeZone;

const sendReport = async (
  context: Reports,
  caller: Caller,
  response: Response,
  report: Report,
  { timeZone, ...filter }: RecordFilter & { timeZone?: string | undefined },
): Promise<void> => {
  const zone = readZone(context.campusTimeZone, timeZone);
  const { fileName, columns, headers = {} } = report;
  await sendCsv(context, caller, response, {
    fileName,
    headers: columns.map((column) => headers[column] ?? column),
    lines: (signal) => readReport(context.reportPool, { report, filter, zone }, signal),
  });
};

interface Reports {
  pool: Pool;
  reportPool: Pool;
  owners: Pick<Owners, 'requireOnCourse' | 'staffedCourses'>;
  exportPace: ExportPace;
  exportMaxMs: number;
  exportQueue: FairQueue;
  campusTimeZone: string;
  institutionWords: Institution['words'];
}

export const reportRoutes = (context: Reports): Implementation[] => [
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, order, ...filter } = query;
    if (order !== undefined) {
      if (cursor !== undefined) throw invalidCursorError();
      return listRecords(context.pool, await restrictToCaller(context, caller, filter), limit, { order });
    }
    const position = readCursor(positionSchema, cursor);
    const after = position && { startTime: position[0], sessionId: position[1], studentId: position[2] };
    const rows = await listRecords(context.pool, await restrictToCaller(context, caller, filter), limit + 1, {
      after,
    });
    return answerPage(response, rows, limit, ({ session, student }) => [
      session.startTime,
      session._id,
      student._id,
    ]);
  }),
  implement(routes.attendance.getAttendanceTotals, async ({ caller, query }) =>
    countRecords(context.pool, await restrictToCaller(context, caller, query)),
  ),
  implementStream(routes.attendance.exportAttendance, async ({ caller, query, response }) =>
    sendReport(
      context,
      caller,
      response,
      REPORTS[caller.userType],
      await restrictToCaller(context, caller, query),
    ),
  ),
  implementStream(routes.attendance.exportAllColumns, async ({ caller, query, response }) => {
    const { studentId: ofStudent, ...filter } = query;
    const report = allColumnsOf(context.institutionWords);
    return sendReport(
      context,
      caller,
      response,
      report,
      await restrictToCaller(context, caller, { ...filter, ofStudent }),
    );
  }),
  implementStream(routes.attendance.exportCourseGrid, async ({ caller, params, query, response }) => {
    const zone = readZone(context.campusTimeZone, query.timeZone);
    const onlySections = await context.owners.requireOnCourse(params.id, caller, 'readCourse');
    const sectionIds = chosenSections(query.sectionId, onlySections);
    const sessions = (
      await listHeldSessions(context.pool, params.id, MAX_GRID_SESSIONS, { sectionIds })
    ).toReversed();
    const ids = sessions.map(({ _id }) => _id);
    const { regNo = 'Registration Number', usn = 'USN' } = context.institutionWords['en'] ?? {};
    const starts = sessions.map(({ startTime }) => {
      const start = Temporal.Instant.from(startTime).toZonedDateTimeISO(zone).toPlainDateTime();
      return start.toString({ smallestUnit: 'minute' }).replace('T', ' ');
    });
    await sendCsv(context, caller, response, {
      fileName: 'course-attendance.csv',
      headers: [...gridColumns({ regNo, usn }), ...starts],
      lines: (signal) =>
        readGrid(
          context.reportPool,
          { courseId: params.id, sessionIds: ids, sectionIds, onlySections },
          signal,
        ),
    });
  }),
];
