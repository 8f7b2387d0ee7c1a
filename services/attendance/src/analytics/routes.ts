import { routes, textSchema } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, parsePart, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { listStudentRates } from './student-rates.ts';
import { chartAttendance, summarize } from './summarize.ts';

/** A student's id alone: with a long name a cursor would grow too long. */
const positionSchema = z.tuple([z.uuid()]);
/** PostgreSQL takes no text with a zero character. */
const searchSchema = z.object({ search: textSchema(200) });

export const analyticsRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, ({ caller }) => summarize(context, caller)),
  implement(routes.attendance.getAttendanceAnalytics, ({ caller, query }) =>
    chartAttendance(context, caller, query.period),
  ),
  implement(routes.attendance.listStudentRates, async ({ caller, params, query, response }) => {
    const { limit } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const search = query.search ? parsePart('query', searchSchema, query).search : undefined;
    const filter = { courseId: params.id, search, after };
    const rows = await listStudentRates(context, caller.id, filter, limit + 1);
    return answerPage(response, rows, limit, ({ student }) => [student._id]);
  }),
];
