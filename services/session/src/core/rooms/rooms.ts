import { conflict } from '@qr-attendance/server';
import { createRevisedStore, readLedgers } from '@qr-attendance/server/mongo';
import type { Coordinates } from '@qr-attendance/contracts';
import type { Model } from 'mongoose';
import type { RoomDocument } from '../../db/timetable-models.ts';

const METERS_PER_DEGREE = 111_320;
/** This distance exceeds the maximum radius of a room, at any inhabited latitude. */
const MAX_DEGREES = { latitude: 0.01, longitude: 0.1 };

/** Distance in meters on a plane, which is accurate enough at this scale. */
const distanceTo = (one: Coordinates, other: Coordinates): number =>
  METERS_PER_DEGREE *
  Math.hypot(
    one.latitude - other.latitude,
    (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180),
  );

export const createRooms = (model: Model<RoomDocument>, clock: () => Date) => {
  const revised = createRevisedStore(model, clock, {
    what: 'Room',
    taken: () =>
      conflict(
        'room_exists',
        'Another room of this building has this name, or another room has this external ID.',
      ),
    outdated: () =>
      conflict(
        'room_changed',
        'This room was changed in another window. Reload the page before you change it.',
      ),
    order: ['name', 1],
    searchedOf: ({ building }) => [building],
  });
  return {
    ...revised,
    statementsOf: (rooms: RoomDocument[]) =>
      readLedgers(
        model,
        rooms.map(({ _id }) => _id),
      ),
    findAll: (ids: string[]): Promise<RoomDocument[]> =>
      model.find({ _id: { $in: ids }, deleted: { $ne: true } }).lean<RoomDocument[]>(),
    findNear: async (place: Coordinates): Promise<RoomDocument | undefined> => {
      const { latitude, longitude } = MAX_DEGREES;
      const around = await model
        .find({
          'location.latitude': { $gte: place.latitude - latitude, $lte: place.latitude + latitude },
          'location.longitude': { $gte: place.longitude - longitude, $lte: place.longitude + longitude },
          deleted: { $ne: true },
        })
        .lean<RoomDocument[]>();
      return around
        .flatMap((room) => {
          const meters = room.location ? distanceTo(room.location, place) : Infinity;
          return meters <= room.radius ? [{ room, meters }] : [];
        })
        .toSorted((one, other) => one.meters - other.meters)[0]?.room;
    },
  };
};
export type Rooms = ReturnType<typeof createRooms>;
