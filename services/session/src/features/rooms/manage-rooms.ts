import type { ClassAuditAction, Complete, NewRoom, RoomEdit } from '@qr-attendance/contracts';
import { campusDay, conflict } from '@qr-attendance/server';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import type { RoomDocument } from '../../db/timetable-models.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { SeriesStore } from '../../core/series/series.ts';

interface ManageRoomsDeps {
  rooms: Rooms;
  auditLog: AuditLog;
}

const audit = (
  { auditLog }: Pick<ManageRoomsDeps, 'auditLog'>,
  by: string,
  action: ClassAuditAction,
  { _id, name }: RoomDocument,
): Promise<void> => auditLog.write({ by, action, roomId: _id.toHexString(), name });

export const createRoom = async (
  context: ManageRoomsDeps,
  adminId: string,
  room: NewRoom,
): Promise<RoomDocument> => {
  const created = await context.rooms.add(room, adminId);
  await audit(context, adminId, 'room_created', created);
  return created;
};

export const editRoom = async (
  context: ManageRoomsDeps,
  adminId: string,
  id: string,
  { version, ...details }: Complete<RoomEdit>,
): Promise<RoomDocument> => {
  const room = await context.rooms.get(id, version);
  const edited = await context.rooms.edit(room, details, adminId);
  await audit(context, adminId, 'room_edited', edited);
  return edited;
};

export const deleteRoom = async (
  context: ManageRoomsDeps & {
    series: SeriesStore;
    powerNotices: PowerNotices;
    clock: () => Date;
    campusTimeZone: string;
  },
  adminId: string,
  id: string,
): Promise<void> => {
  const room = await context.rooms.get(id);
  const today = campusDay(context.clock(), context.campusTimeZone);
  if (await context.series.usesRoom(id, today))
    throw conflict('room_in_use', 'Classes are planned in this room.');
  await context.rooms.remove(room, adminId);
  await audit(context, adminId, 'room_deleted', room);
  const notice = { by: adminId, object: room.name, administrators: true };
  await context.powerNotices.notify({ what: 'room_deleted', ...notice });
};
