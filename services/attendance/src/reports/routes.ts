import { momentSchema, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  campusTimeZoneSchema,
  implement,
  type Implementation,
  implementStream,
  parsePart,
} from '@qr-attendance/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { MarkFilter, MarkPosition } from './mark-filter.ts';
import { readCursor } from './read-cursor.ts';
import { reportRow, REPORTS } from './rules/report.ts';
import { sendCsv } from './send-csv.ts';

/** The marks a caller may see: those of a teacher's own courses, or a student's own. */
const ownMarks = ({ id, userType }: Caller): MarkFilter =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };

/** When a mark was made, and its id. */
const positionSchema = z.tuple([momentSchema, z.uuid()]);
const positionFrom = (cursor: string): MarkPosition => {
  const [markedAt, id] = readCursor(positionSchema, cursor);
  return { markedAt, id };
};
const zoneSchema = z.object({ timeZone: campusTimeZoneSchema });

/** Lists of marks, their totals, and their export. */
export const reportRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const after = cursor === undefined ? undefined : positionFrom(cursor);
    const rows = await context.records.list({ ...filter, ...ownMarks(caller) }, limit + 1, after);
    return answerPage(response, rows, limit, (record) => [record.timestamp, record._id]);
  }),
  implement(routes.attendance.getAttendanceTotals, ({ caller, query }) =>
    context.records.totals({ ...query, ...ownMarks(caller) }),
  ),
  implementStream(routes.attendance.exportAttendance, async ({ caller, query, response }) => {
    const { timeZone: given = context.timeZone, ...filter } = query;
    const { timeZone } = parsePart('query', zoneSchema, { timeZone: given });
    const marks = context.readReportedMarks({ ...filter, ...ownMarks(caller) });
    const rows = async function* () {
      for await (const mark of marks) yield reportRow(mark, timeZone);
    };
    await sendCsv(response, REPORTS[caller.userType], rows());
  }),
];
