import {
  coordinatesSchema,
  LOCATION_RADIUS,
  MAX_CAPACITY,
  nameSchema,
  radiusSchema,
  routes,
  type RoomValues,
} from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import { findRooms } from './find-rooms.ts';
import { type ApplyContext, type Change, defineKind, type Problem, type Target } from './kind.ts';
import { createPreviousIds, statedIdsOf } from './previous-ids.ts';
import { splitIntoParts, problemsByKey, toStated, toSessionChange, withoutEmpty } from './session-objects.ts';
import { NOT_STATED, type StatedObject, statedObjects, stateObject } from './stated-objects.ts';

const toNumber = z.transform((value) => Number(String(value).replace(',', '.')));
const { latitude, longitude } = coordinatesSchema.shape;

const rowSchema = z.object({
  id: nameSchema(100),
  previous: z.optional(nameSchema(100)),
  name: nameSchema(100),
  building: z.optional(nameSchema(100)),
  capacity: z.optional(z.pipe(toNumber, z.int().check(z.gte(1), z.lte(MAX_CAPACITY)))),
  latitude: z.optional(z.pipe(toNumber, latitude)),
  longitude: z.optional(z.pipe(toNumber, longitude)),
  radius: z.optional(z.pipe(toNumber, radiusSchema)),
});
type Row = z.output<typeof rowSchema>;

export interface RoomDeps {
  /** The session service, which owns rooms and classes. */
  sessionsForImports: InternalClient | undefined;
}

const toTarget = (row: Row): Target<Row> | Problem => {
  if ((row.latitude === undefined) !== (row.longitude === undefined))
    return { problem: 'missing', field: row.latitude === undefined ? 'latitude' : 'longitude' };
  return { key: row.id, row };
};

interface StatedRoom extends StatedObject {
  presentId?: string | undefined;
}

const statedValues = ({ previous: _previous, latitude, longitude, ...details }: Row): Values => ({
  ...withoutUndefined(details),
  ...(latitude !== undefined && longitude !== undefined && { location: { latitude, longitude } }),
});

const roomOf = (world: Values): RoomValues =>
  ({ radius: LOCATION_RADIUS.default, ...withoutEmpty(world) }) as RoomValues;

const BATCH = 100;

export const roomRules = ({ sessionsForImports: sessions }: RoomDeps) => {
  const store = {
    load: async (keys: string[], undoneRun?: string) =>
      new Map(
        [...(await findRooms(sessions, keys, undoneRun))].map(([key, room]): [string, StatedRoom] => [
          key,
          { ...toStated(room), presentId: room.externalId },
        ]),
      ),
    write: async (changes: Change<StatedRoom>[], { by }: Pick<ApplyContext, 'by'>) => {
      const problems = new Map<string, Problem>();
      const writes = changes.map((change) => {
        const { key, before } = change;
        return { key, room: { externalId: before?.presentId ?? key, ...toSessionChange(change, roomOf) } };
      });
      for (const some of splitIntoParts(writes, BATCH)) {
        const rooms = some.map(({ room }) => room);
        const results = await sessions?.put(routes.session.putRoomsInternal, { body: { rooms, by } });
        const keys = some.map(({ key }) => key);
        for (const [key, problem] of problemsByKey(keys, results)) problems.set(key, problem);
      }
      return problems;
    },
  };

  const { beginBatch, findSettled, check, load } = createPreviousIds<StatedRoom>(store.load);
  return defineKind<Row, Row, StatedRoom>({
    schema: rowSchema,
    statedKeys: (row, isSettled) => statedIdsOf(row, row, isSettled),
    findSettled,
    batchSize: BATCH,
    refersToItself: false,
    beginBatch,
    resolve: async (rows) => {
      const problems = await check(rows);
      return rows.map((row, index) => {
        if (!sessions) return { problem: 'not_supported' };
        return problems[index] ?? toTarget(row);
      });
    },
    ...statedObjects<StatedRoom>({ ...store, load }),
    // An empty detail is not stated.
    fold: (stated = NOT_STATED, row, application) => stateObject(stated, statedValues(row), application),
    countExisting: async () =>
      (await sessions?.get(routes.session.countTimetableInternal, undefined))?.rooms ?? 0,
  });
};
