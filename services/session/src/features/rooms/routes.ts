import { nameSchema, objectIdSchema, routes, type Room } from '@qr-attendance/contracts';
import {
  answerPage,
  describeSource,
  implement,
  type Implementation,
  readCursor,
} from '@qr-attendance/server';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import type { Ledger, Values } from '@qr-attendance/statements';
import { z } from 'zod';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';
import type { SeriesStore } from '../../core/series/series.ts';
import type { RoomDocument } from '../../db/timetable-models.ts';
import { findImportedRooms, valuesOfRoom, writeImportedRooms } from './import-rooms.ts';
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

const describe = (room: RoomDocument, ledger?: Ledger): Room => {
  const { _id, name, building, capacity, location, radius, networks, externalId, version } = room;
  return {
    _id: _id.toHexString(),
    name,
    building,
    capacity,
    location,
    radius,
    networks,
    externalId,
    version,
    source: describeSource(ledger, { ...valuesOfRoom(room) } as Values),
  };
};

export const roomRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.listRooms, async ({ query, response }) => {
    const { limit, cursor, search } = query;
    const after = readCursor(positionSchema, cursor);
    const rows = await context.rooms.list({ limit: limit + 1, after, search });
    const shown = answerPage(response, rows, limit, ({ name, _id }) => [name, _id.toHexString()]);
    const statements = await context.rooms.statementsOf(shown);
    return shown.map((room) => describe(room, statements.get(room._id.toHexString())));
  }),
  implement(routes.session.createRoom, async ({ caller, body }) =>
    describe(await createRoom(context, caller.id, body)),
  ),
  implement(routes.session.editRoom, async ({ caller, params, body }) => {
    const room = await editRoom(context, caller.id, params.id, body);
    return describe(room, room.statements);
  }),
  implement(routes.session.deleteRoom, ({ caller, params }) => deleteRoom(context, caller.id, params.id)),
  implement(routes.session.findRoomsInternal, ({ body }) => findImportedRooms(context, body)),
  implement(routes.session.nameRoomsInternal, async ({ body: { ids } }) => {
    const names = await context.rooms.namesOf(ids);
    return ids.map((id) => names.get(id) ?? null);
  }),
  implement(routes.session.putRoomsInternal, ({ body }) => writeImportedRooms(context, body.rooms, body.by)),
];
