import { momentSchema, routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { answerPage, implement, type Implementation, implementStream, notFound } from '@qr-attendance/server';
import { z } from 'zod';
import type { MarkPosition } from '../reports/mark-filter.ts';
import type { Records } from '../reports/records.ts';
import type { Selfies } from './selfies.ts';
import type { CheckLocation } from './check-location.ts';
import type { MarkAttendance } from './mark-attendance.ts';
import type { StartPasskeyCheck } from './passkey/start-passkey-check.ts';
import type { LiveRoster } from '../live/live-roster.ts';
import { ownMarks } from '../reports/own-marks.ts';
import { readCursor } from '../reports/read-cursor.ts';
import { readOrigin } from './read-request.ts';

interface Deps {
  markAttendance: MarkAttendance;
  checkLocation: CheckLocation;
  startPasskeyCheck: StartPasskeyCheck;
  records: Pick<Records, 'list' | 'totals'>;
  selfies: Selfies;
  findSession: (id: string) => Promise<SessionChanged | undefined>;
  liveRoster: LiveRoster;
}

/** When a mark was made, and its id. */
const positionSchema = z.tuple([momentSchema, z.uuid()]);
const positionFrom = (cursor: string): MarkPosition => {
  const [markedAt, id] = readCursor(positionSchema, cursor);
  return { markedAt, id };
};

/** Marking, and reading marks. */
export const makeAttendanceRoutes = (deps: Deps): Implementation[] => [
  implement(routes.attendance.markAttendance, ({ caller, body, request }) =>
    deps.markAttendance(caller.id, body, readOrigin(request, body.deviceKey)),
  ),
  implement(routes.attendance.checkLocation, ({ caller, body }) =>
    deps.checkLocation(caller.id, body.ticket, body.location),
  ),
  implement(routes.attendance.startPasskeyCheck, ({ caller, body, request }) =>
    deps.startPasskeyCheck(caller.id, body.ticket, request.headers.origin),
  ),
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const after = cursor === undefined ? undefined : positionFrom(cursor);
    const rows = await deps.records.list({ ...filter, ...ownMarks(caller) }, limit + 1, after);
    return answerPage(response, rows, limit, (record) => [record.timestamp, record._id]);
  }),
  implement(routes.attendance.getAttendanceTotals, ({ caller, query }) =>
    deps.records.totals({ ...query, ...ownMarks(caller) }),
  ),
  implementStream(routes.attendance.getSelfie, async ({ caller, params, response }) => {
    const jpeg = await deps.selfies.find(params.id, caller.id);
    if (!jpeg) throw notFound('Selfie');
    response.set({ 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' }).send(jpeg);
  }),
  implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
    const session = await deps.findSession(query.sessionId);
    if (session?.teacherId !== caller.id) throw notFound('Session');
    await deps.liveRoster.open(session.id, { reader: caller, request, response });
  }),
];
