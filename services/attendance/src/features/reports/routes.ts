import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Institution, momentSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
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
import { DateTime } from 'luxon';
import type { Pool } from 'pg';
import { z } from 'zod';
import { listHeldSessions } from '../../core/held-sessions.ts';
import { chosenSections } from '../../projections/visible.ts';
import type { Owners } from '../../projections/owners.ts';
import type { ExportPace } from './export-pace.ts';
import { gridColumns, MAX_GRID_SESSIONS } from './csv-report.ts';
import { countRecords, listRecords } from './lists.ts';
import { readGrid, readReport } from './export-csv.ts';
import type { RecordFilter } from './record-filter.ts';
import { defuseFormulas } from './rules/formulas.ts';
import { allColumnsOf, type Report, REPORTS } from './rules/report.ts';

/** A student's own records, or those of the courses in which a teacher is staff. */
const narrow = async <Filter extends Omit<RecordFilter, 'studentId' | 'courseIds'>>(
  { owners }: Pick<Reports, 'owners'>,
  caller: Caller,
  { courseId, ...filter }: Filter,
): Promise<Omit<Filter, 'courseId'> & RecordFilter> => {
  if (caller.userType !== 'TEACHER') return { ...filter, courseId, studentId: caller.id };
  return { ...filter, ...(await owners.staffedCourses(caller, 'readCourse', courseId)) };
};

const positionSchema = z.tuple([momentSchema, objectIdSchema, z.uuid()]);
const zoneSchema = z.object({ timeZone: timeZoneSchema });

const STALLED_MS = 30_000;

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
 * Streams a report until it ends, its reader leaves, or it reaches its maximum lifetime, as its locks delay
 * migrations. A failure before the first line is still answered as an error.
 */
const sendCsv = async (
  { exportMaxMs, exportPace }: Pick<Reports, 'exportMaxMs' | 'exportPace'>,
  response: Response,
  { fileName, headers, lines: read }: File,
): Promise<void> => {
  const signal = AbortSignal.timeout(exportMaxMs);
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
  response.setTimeout(STALLED_MS, () => response.destroy());
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), response, { signal });
  } catch (error) {
    if (!isEnded(error)) throw error;
  } finally {
    // A reader who left before the first line never starts `all`, which would otherwise close them.
    await lines.return(undefined);
  }
};

const readZone = (campusTimeZone: string, given: string = campusTimeZone): string =>
  parsePart('query', zoneSchema, { timeZone: given }).timeZone;

const sendReport = async (
  context: Reports,
  response: Response,
  report: Report,
  { timeZone, ...filter }: RecordFilter & { timeZone?: string | undefined },
): Promise<void> => {
  const zone = readZone(context.campusTimeZone, timeZone);
  const { fileName, columns, headers = {} } = report;
  await sendCsv(context, response, {
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
  campusTimeZone: string;
  institutionWords: Institution['words'];
}

export const reportRoutes = (context: Reports): Implementation[] => [
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const position = readCursor(positionSchema, cursor);
    const after = position && { startTime: position[0], sessionId: position[1], studentId: position[2] };
    const rows = await listRecords(context.pool, await narrow(context, caller, filter), limit + 1, after);
    return answerPage(response, rows, limit, ({ session, student }) => [
      session.startTime,
      session._id,
      student._id,
    ]);
  }),
  implement(routes.attendance.getAttendanceTotals, async ({ caller, query }) =>
    countRecords(context.pool, await narrow(context, caller, query)),
  ),
  implementStream(routes.attendance.exportAttendance, async ({ caller, query, response }) =>
    sendReport(context, response, REPORTS[caller.userType], await narrow(context, caller, query)),
  ),
  implementStream(routes.attendance.exportAllColumns, async ({ caller, query, response }) => {
    const { studentId: ofStudent, ...filter } = query;
    const report = allColumnsOf(context.institutionWords);
    return sendReport(context, response, report, await narrow(context, caller, { ...filter, ofStudent }));
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
    const starts = sessions.map(({ startTime }) =>
      DateTime.fromISO(startTime, { zone }).toFormat('yyyy-LL-dd HH:mm'),
    );
    await sendCsv(context, response, {
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
