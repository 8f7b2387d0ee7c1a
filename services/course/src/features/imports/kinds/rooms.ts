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
import { z } from 'zod/mini';
import { findRooms, refusedAmong } from './find-rooms.ts';
import { defineKind, type Problem, type Target } from './kind.ts';

/** A number as `52.5` or `52,5`. */
const toNumber = z.transform((value) => Number(String(value).replace(',', '.')));
const { latitude, longitude } = coordinatesSchema.shape;

const rowSchema = z.object({
  id: nameSchema(100),
  name: nameSchema(100),
  building: z.optional(nameSchema(100)),
  capacity: z.optional(z.pipe(toNumber, z.int().check(z.gte(1), z.lte(MAX_CAPACITY)))),
  latitude: z.optional(z.pipe(toNumber, latitude)),
  longitude: z.optional(z.pipe(toNumber, longitude)),
  radius: z.optional(z.pipe(toNumber, radiusSchema)),
});
type Row = z.output<typeof rowSchema>;

export interface RoomDeps {
  /** The session service owns rooms and classes. */
  sessionsForImports: InternalClient | undefined;
}

const toTarget = (row: Row): Target<Row> | Problem => {
  if ((row.latitude === undefined) !== (row.longitude === undefined))
    return { problem: 'missing', field: row.latitude === undefined ? 'latitude' : 'longitude' };
  return { key: row.id, row };
};

/** Details of a room that a line leaves out stay as they are. */
export const roomRules = ({ sessionsForImports: sessions }: RoomDeps) =>
  defineKind<Row, Row, RoomValues>({
    schema: rowSchema,
    statedKeys: (row) => [{ key: row.id, stated: row }],
    batchSize: 100,
    refersToItself: false,
    resolve: (rows) =>
      Promise.resolve(rows.map((row) => (sessions ? toTarget(row) : { problem: 'not_supported' }))),
    load: async (keys) => {
      const found = await findRooms(sessions, keys);
      return new Map([...found].map(([key, { values }]) => [key, values]));
    },
    fold: (state, row) => ({
      ...{ radius: LOCATION_RADIUS.default, ...state, name: row.name },
      ...(row.building !== undefined && { building: row.building }),
      ...(row.capacity !== undefined && { capacity: row.capacity }),
      ...(row.radius !== undefined && { radius: row.radius }),
      ...(row.latitude !== undefined &&
        row.longitude !== undefined && { location: { latitude: row.latitude, longitude: row.longitude } }),
    }),
    write: async (changes, { by }) => {
      if (changes.length === 0) return new Map();
      const rooms = changes.map(({ key: externalId, before = null, after = null }) => ({
        ...{ externalId, before, after },
      }));
      return refusedAmong(
        changes,
        await sessions?.put(routes.session.putRoomsInternal, { body: { rooms, by } }),
      );
    },
    countExisting: async () =>
      (await sessions?.get(routes.session.countTimetableInternal, undefined))?.rooms ?? 0,
  });
