import { momentSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  implement,
  type Implementation,
  type InternalClient,
  readCursor,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { z } from 'zod';
import type { FindRestatements } from '../../core/memberships/rules/restatements.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import { listStatedStudents } from './list-stated-students.ts';
import {
  getRosterNotice,
  listRosterNoticeLines,
  listRosterNotices,
  markRosterNoticesSeen,
  type NoticeStores,
} from './roster-notices.ts';

interface Stores extends NoticeStores {
  enrollments: Enrollments;
  people: PeopleProjection;
  auth: InternalClient;
  importRuns: { findRestatements: FindRestatements };
  campusTimeZone: string;
}

const studentPositionSchema = z.tuple([objectIdSchema, z.coerce.number<string>()]);
const linePositionSchema = z.tuple([z.coerce.number<string>(), z.coerce.number<string>()]);
const noticePositionSchema = z.tuple([momentSchema, z.string()]);

export const statedRoutes = (context: Stores): Implementation[] => [
  // Must precede `/api/courses/:id`, which would match one of these paths.
  implement(routes.course.listRosterNotices, async ({ caller, query, response }) => {
    const { limit, cursor } = query;
    const after = readCursor(noticePositionSchema, cursor);
    const rows = await listRosterNotices(context, caller, { limit: limit + 1, after });
    return answerPage(response, rows, limit, ({ at, _id }) => [at, _id]);
  }),
  implement(routes.course.getRosterNotice, ({ caller, params }) =>
    getRosterNotice(context, caller, params.id),
  ),
  implement(routes.course.listRosterNoticeLines, async ({ caller, params, query, response }) => {
    const { limit, cursor } = query;
    const after = readCursor(linePositionSchema, cursor);
    const rows = await listRosterNoticeLines(context, caller, params.id, { limit: limit + 1, after });
    const shown = answerPage(response, rows, limit, ({ position }) => position);
    return shown.map(({ position: _position, ...row }) => row);
  }),
  implement(routes.course.markRosterNoticesSeen, ({ caller, body }) =>
    markRosterNoticesSeen(context, caller, body.ids),
  ),
  implement(routes.course.listStatedStudents, async ({ caller, params, query, response }) => {
    const { limit, cursor, ...wanted } = query;
    const after = readCursor(studentPositionSchema, cursor);
    const asked = { ...wanted, limit: limit + 1, after };
    const rows = await listStatedStudents(context, caller, params.id, asked);
    const shown = answerPage(response, rows, limit, ({ position }) => position);
    return shown.map(({ position: _position, ...row }) => row);
  }),
];
