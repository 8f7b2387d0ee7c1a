import { routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import {
  answerPage,
  decodeCursor,
  implement,
  implementStream,
  notFound,
  Refused,
  type Caller,
  type Implementation,
} from '@qr-attendance/service-kit';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { RecordFilter } from '../data/records.ts';
import type { CheckLocation } from '../use-cases/check-location.ts';
import type { MarkAttendance } from '../use-cases/mark-attendance.ts';
import type { LiveRoster } from './live-roster.ts';

interface Deps {
  markAttendance: MarkAttendance;
  checkLocation: CheckLocation;
  listRecords: (filter: RecordFilter, limit: number) => Promise<AttendanceRecord[]>;
  findSession: (id: string) => Promise<SessionChanged | undefined>;
  liveRoster: LiveRoster;
}

const ownMarks = ({ id, userType }: Caller): RecordFilter =>
  userType === 'TEACHER' ? { teacherId: id } : { studentId: id };

const UUID = /^[0-9a-f-]{36}$/;
const positionFrom = (cursor: string) => {
  const [markedAt = '', id = ''] = decodeCursor(cursor, 2);
  if (Number.isNaN(Date.parse(markedAt)) || !UUID.test(id))
    throw new Refused('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
  return { markedAt, id };
};

/** Marking, and reading marks. */
export const makeAttendanceRoutes = (deps: Deps): Implementation[] => [
  implement(routes.attendance.markAttendance, ({ caller, body }) => deps.markAttendance(caller.id, body)),
  implement(routes.attendance.checkLocation, ({ caller, body }) =>
    deps.checkLocation(caller.id, body.ticket, body.location),
  ),
  implement(routes.attendance.listAttendance, async ({ caller, query, response }) => {
    const { limit, cursor, ...filter } = query;
    const after = cursor === undefined ? undefined : positionFrom(cursor);
    const rows = await deps.listRecords({ ...ownMarks(caller), ...filter, after }, limit + 1);
    return answerPage(response, rows, limit, (record) => [record.timestamp, record._id]);
  }),
  implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
    const session = await deps.findSession(query.sessionId);
    if (session?.teacherId !== caller.id) throw notFound('Session');
    await deps.liveRoster.open(session.id, request, response);
  }),
];
