import { campusDay } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import { ANY_RUN, withoutUndefined } from '@qr-attendance/server/mongo';
import type {
  AnswerOf,
  ChangeResult,
  Complete,
  ParsedOf,
  RoomValues,
  routes,
} from '@qr-attendance/contracts';
import type { RoomDocument } from '../../db/timetable-models.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';
import type { SeriesStore } from '../../core/series/series.ts';

interface ImportRoomsDeps {
  rooms: Rooms;
  series: SeriesStore;
  clock: () => Date;
  campusTimeZone: string;
}
type RoomChange = ParsedOf<typeof routes.session.putRoomsInternal, 'body'>['rooms'][number];

export const valuesOfRoom = ({
  externalId,
  name,
  building,
  capacity,
  location,
  radius,
}: RoomDocument): RoomValues => {
  const values: Complete<RoomValues> = {
    id: externalId,
    name,
    building,
    capacity,
    location: location && { latitude: location.latitude, longitude: location.longitude },
    radius,
  };
  return withoutUndefined(values) as RoomValues;
};
const statedOf = (room: RoomDocument | undefined) => ({
  values: room && !room.deleted ? valuesOfRoom(room) : null,
  statements: room?.statements ?? null,
});

export const findImportedRooms = async (
  { rooms }: Pick<ImportRoomsDeps, 'rooms'>,
  { externalIds, undoneRun, anyRun = false }: ParsedOf<typeof routes.session.findRoomsInternal, 'body'>,
): Promise<AnswerOf<typeof routes.session.findRoomsInternal>> => {
  const found = await rooms.findStated(externalIds, anyRun ? ANY_RUN : undoneRun);
  return externalIds.map((externalId) => {
    const room = found.get(externalId);
    return room ? { id: room._id.toHexString(), externalId: room.externalId, ...statedOf(room) } : null;
  });
};

type Statements = Pick<RoomDocument, 'statements'>;

const remove = async (
  { rooms, series, clock, campusTimeZone }: ImportRoomsDeps,
  room: RoomDocument,
  statements: Statements,
  by: string,
): Promise<boolean> => {
  const id = room._id.toHexString();
  if (await series.usesRoom(id, campusDay(clock(), campusTimeZone))) return false;
  const fields = { deleted: true, retired: id, ...statements };
  const deleted = await rooms.change(room, fields, { by, change: 'import undone' });
  return deleted !== undefined && deleted !== 'conflict';
};

const write = async (
  context: ImportRoomsDeps,
  room: RoomDocument | undefined,
  { externalId: presentId, after }: RoomChange,
  by: string,
): Promise<boolean> => {
  const statements = { statements: after.statements ?? undefined };
  const { values } = after;
  if (!values) return room !== undefined && remove(context, room, statements, by);
  const { id: externalId = presentId, name, building, capacity, location, radius } = values;
  const details: Complete<Omit<RoomValues, 'id'>> = { name, building, capacity, location, radius };
  const fields = { externalId, ...details, ...statements };
  if (!room || room.deleted) {
    const created = await context.rooms.create({ ...fields, networks: [] }, by);
    return created !== 'conflict';
  }
  const changed = await context.rooms.change(room, fields, { by, change: 'imported' });
  return changed !== undefined && changed !== 'conflict';
};

type RoomState = RoomChange['after'];

/** During an upgrade, a course service of the previous release sends no ID. */
const withId = ({ values, statements }: RoomState, { values: current }: RoomState): RoomState => ({
  values: values && { ...(current?.id !== undefined && { id: current.id }), ...values },
  statements,
});

export const writeImportedRooms = async (
  context: ImportRoomsDeps,
  changes: RoomChange[],
  by: string,
): Promise<AnswerOf<typeof routes.session.putRoomsInternal>> => {
  const ids = changes.flatMap(({ externalId, after }) => [externalId, after.values?.id ?? externalId]);
  const rooms = await context.rooms.findStated(ids);
  /** A repeated change finds its room under the new id. */
  const roomOf = ({ externalId, after }: RoomChange) =>
    rooms.get(externalId) ?? rooms.get(after.values?.id ?? externalId);
  const results: ChangeResult[] = [];
  const unchanged: Parameters<ImportRoomsDeps['rooms']['stateAll']>[0] = [];
  for (const change of changes) {
    const room = roomOf(change);
    const current = statedOf(room);
    const before = withId(change.before, current);
    const after = withId(change.after, current);
    if (isDeepStrictEqual(current, after)) results.push('written');
    else if (!isDeepStrictEqual(current, before)) results.push('refused');
    else if (room && isDeepStrictEqual(current.values, after.values)) {
      unchanged.push({ document: room, statements: after.statements ?? undefined });
      results.push('written');
    } else results.push((await write(context, room, change, by)) ? 'written' : 'refused');
  }
  const outdated = await context.rooms.stateAll(unchanged);
  return changes.map((change, index) => {
    const room = roomOf(change);
    return room && outdated.has(room._id.toHexString()) ? 'refused' : (results[index] ?? 'refused');
  });
};
