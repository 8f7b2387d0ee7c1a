import type { NewRoom, RoomEdit } from '@qr-attendance/contracts';
import { DomainError, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { RoomDocument } from '../db/timetable-models.ts';

type Managing = Pick<Context, 'rooms'>;

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
  { rooms }: Managing,
  adminId: string,
  room: NewRoom,
): Promise<RoomDocument> => {
  const created = await rooms.create(detailsOf(room), adminId);
  if (created === 'conflict') throw roomExists();
  return created;
};

export const editRoom = async (
  context: Managing,
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
  return changed;
};

export const deleteRoom = async (
  context: Managing & Pick<Context, 'series'>,
  adminId: string,
  id: string,
): Promise<void> => {
  const room = await findRoom(context, id);
  if (await context.series.usesRoom(id))
    throw new DomainError('conflict', 'room_in_use', 'Classes are planned in this room.');
  const revision = { by: adminId, change: 'deleted' };
  const deleted = await context.rooms.change(room, { deleted: true, retired: id }, revision);
  if (!deleted || deleted === 'conflict') throw roomChanged();
};
