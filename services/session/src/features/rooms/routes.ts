import { nameSchema, objectIdSchema, routes, type Room } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, readCursor } from '@qr-attendance/server';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { z } from 'zod';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';
import type { SeriesStore } from '../../core/series/series.ts';
import type { RoomDocument } from '../../db/timetable-models.ts';
import { findImportedRooms, writeImportedRooms } from './import-rooms.ts';
import { createRoom, deleteRoom, editRoom } from './manage-rooms.ts';

interface Stores {
  rooms: Rooms;
  series: SeriesStore;
  auditLog: AuditLog;
  powerNotices: PowerNotices;
  campusTimeZone: string;
  clock: () => Date;
}

const positionSchema = z.tuple([nameSchema(100), objectIdSchema]);

const describe = ({
  _id,
  name,
  building,
  capacity,
  location,
  radius,
  networks,
  externalId,
  version,
}: RoomDocument): Room => ({
  _id: _id.toHexString(),
  ...{ name, building, capacity, location, radius, networks, externalId, version },
});

export const roomRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.listRooms, async ({ query, response }) => {
    const { limit, cursor, search } = query;
    const after = readCursor(positionSchema, cursor);
    const rows = await context.rooms.list({ limit: limit + 1, after, search });
    const shown = answerPage(response, rows, limit, ({ name, _id }) => [name, _id.toHexString()]);
    return shown.map(describe);
  }),
  implement(routes.session.createRoom, async ({ caller, body }) =>
    describe(await createRoom(context, caller.id, body)),
  ),
  implement(routes.session.editRoom, async ({ caller, params, body }) =>
    describe(await editRoom(context, caller.id, params.id, body)),
  ),
  implement(routes.session.deleteRoom, ({ caller, params }) => deleteRoom(context, caller.id, params.id)),
  implement(routes.session.findRoomsInternal, ({ body }) => findImportedRooms(context, body.externalIds)),
  implement(routes.session.putRoomsInternal, ({ body }) => writeImportedRooms(context, body.rooms, body.by)),
];
