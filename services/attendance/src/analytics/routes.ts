import {
  routes,
  textSchema,
  type AnalyticsSummary,
  type AttendanceAnalyticsEntry,
} from '@qr-attendance/contracts';
import { answerPage, type Caller, implement, type Implementation, parsePart } from '@qr-attendance/server';
import { z } from 'zod';
import type { Period } from './rules/period.ts';
import type { ListStudentRates } from './student-rates.ts';
import { readCursor } from '../reports/read-cursor.ts';

interface Deps {
  summarize: (caller: Caller) => Promise<AnalyticsSummary>;
  chartAttendance: (caller: Caller, period: Period) => Promise<AttendanceAnalyticsEntry[]>;
  listStudentRates: ListStudentRates;
}

/** A student's id alone: with a long name a cursor would grow too long. */
const positionSchema = z.tuple([z.uuid()]);
/** PostgreSQL takes no text with a zero character. */
const searchSchema = z.object({ search: textSchema(200) });

export const makeAnalyticsRoutes = (deps: Deps): Implementation[] => [
  implement(routes.attendance.getAnalyticsSummary, ({ caller }) => deps.summarize(caller)),
  implement(routes.attendance.getAttendanceAnalytics, ({ caller, query }) =>
    deps.chartAttendance(caller, query.period),
  ),
  implement(routes.attendance.listStudentRates, async ({ caller, params, query, response }) => {
    const { limit } = query;
    const [after] = query.cursor === undefined ? [] : readCursor(positionSchema, query.cursor);
    const search = query.search ? parsePart('query', searchSchema, query).search : undefined;
    const filter = { courseId: params.id, search, after };
    const rows = await deps.listStudentRates(caller.id, filter, limit + 1);
    return answerPage(response, rows, limit, ({ student }) => [student._id]);
  }),
];
