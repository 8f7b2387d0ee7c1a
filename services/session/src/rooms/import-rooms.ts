import { campusDay } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { AnswerOf, Complete, ParsedOf, RoomValues, routes } from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import type { RoomDocument } from '../db/timetable-models.ts';

type Importing = Pick<Context, 'rooms' | 'series' | 'clock' | 'campusTimeZone'>;
type RoomChange = ParsedOf<typeof routes.session.putRoomsInternal, 'body'>['rooms'][number];

const valuesOf = ({ name, building, capacity, location, radius }: RoomDocument): RoomValues => {
  const values: Complete<RoomValues> = {
    name,
    building,
    capacity,
    location: location && { latitude: location.latitude, longitude: location.longitude },
    radius,
  };
  return withoutUndefined(values) as RoomValues;
};

export const findImportedRooms = async (
  { rooms }: Pick<Importing, 'rooms'>,
  externalIds: string[],
): Promise<AnswerOf<typeof routes.session.findRoomsInternal>> => {
  const found = await rooms.findByExternalIds(externalIds);
  const known = new Map(found.map((room) => [room.externalId, room]));
  return externalIds.map((externalId) => {
    const room = known.get(externalId);
    return room ? { id: room._id.toHexString(), values: valuesOf(room) } : null;
  });
};

const remove = async (
  { rooms, series, clock, campusTimeZone }: Importing,
  room: RoomDocument,
  by: string,
): Promise<boolean> => {
  const id = room._id.toHexString();
  if (await series.usesRoom(id, campusDay(clock(), campusTimeZone))) return false;
  const fields = { deleted: true, retired: id };
  const deleted = await rooms.change(room, fields, { by, change: 'import undone' });
  return deleted !== undefined && deleted !== 'conflict';
};

const write = async (
  context: Importing,
  { externalId, before, after }: RoomChange,
  room: RoomDocument | undefined,
  by: string,
): Promise<boolean> => {
  const current = room ? valuesOf(room) : null;
  if (isDeepStrictEqual(current, after)) return true;
  if (!isDeepStrictEqual(current, before)) return false;
  if (!after) return !room || remove(context, room, by);
  if (!room) return (await context.rooms.create({ ...after, externalId, networks: [] }, by)) !== 'conflict';
  const { name, building, capacity, location, radius } = after;
  const values: Complete<RoomValues> = { name, building, capacity, location, radius };
  const changed = await context.rooms.change(room, values, { by, change: 'imported' });
  return changed !== undefined && changed !== 'conflict';
};

/** Writes rooms that are still as the import knows them. */
export const writeImportedRooms = async (
  context: Importing,
  changes: RoomChange[],
  by: string,
): Promise<AnswerOf<typeof routes.session.putRoomsInternal>> => {
  const found = await context.rooms.findByExternalIds(changes.map(({ externalId }) => externalId));
  const known = new Map(found.map((room) => [room.externalId, room]));
  const results: ('written' | 'refused')[] = [];
  for (const change of changes)
    results.push((await write(context, change, known.get(change.externalId), by)) ? 'written' : 'refused');
  return results;
};
