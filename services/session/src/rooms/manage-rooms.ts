import type { ClassAuditAction, NewRoom, RoomEdit } from '@qr-attendance/contracts';
import { DomainError, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { RoomDocument } from '../db/timetable-models.ts';

type Managing = Pick<Context, 'rooms'>;
type Auditing = Managing & Pick<Context, 'auditLog'>;

const audit = (
  { auditLog }: Pick<Context, 'auditLog'>,
  by: string,
  action: ClassAuditAction,
  { _id, name }: RoomDocument,
): Promise<void> => auditLog.write({ by, action, roomId: _id.toHexString(), name });

const roomExists = (): DomainError =>
  new DomainError(
    'conflict',
    'room_exists',
    'Another room of this building has this name, or another room has this external ID.',
  );
const roomChanged = (): DomainError =>
  new DomainError(
    'conflict',
    'room_changed',
    'This room was changed in another window. Reload the page before you change it.',
  );

/** @throws DomainError (not_found) */
export const findRoom = async ({ rooms }: Managing, id: string): Promise<RoomDocument> => {
  const room = await rooms.find(id);
  if (!room) throw notFound('Room');
  return room;
};

/** Fields that an edit leaves out are cleared. */
const detailsOf = ({ building, capacity, location, externalId, ...room }: NewRoom) => ({
  ...room,
  building,
  capacity,
  location,
  externalId,
});

export const createRoom = async (
  context: Auditing,
  adminId: string,
  room: NewRoom,
): Promise<RoomDocument> => {
  const created = await context.rooms.create(detailsOf(room), adminId);
  if (created === 'conflict') throw roomExists();
  await audit(context, adminId, 'room_created', created);
  return created;
};

export const editRoom = async (
  context: Auditing,
  adminId: string,
  id: string,
  { version, ...details }: RoomEdit,
): Promise<RoomDocument> => {
  const room = await findRoom(context, id);
  if (room.version !== version) throw roomChanged();
  const revision = { by: adminId, change: 'edited' };
  const changed = await context.rooms.change(room, detailsOf(details), revision);
  if (changed === 'conflict') throw roomExists();
  if (!changed) throw roomChanged();
  await audit(context, adminId, 'room_edited', changed);
  return changed;
};

export const deleteRoom = async (
  context: Auditing & Pick<Context, 'series'>,
  adminId: string,
  id: string,
): Promise<void> => {
  const room = await findRoom(context, id);
  if (await context.series.usesRoom(id))
    throw new DomainError('conflict', 'room_in_use', 'Classes are planned in this room.');
  const revision = { by: adminId, change: 'deleted' };
  const deleted = await context.rooms.change(room, { deleted: true, retired: id }, revision);
  if (!deleted || deleted === 'conflict') throw roomChanged();
  await audit(context, adminId, 'room_deleted', room);
};
