import type { Classroom } from '@qr-attendance/contracts';
import { isSamePlace, type Place, type PlaceChoice } from './rules/place.ts';
import type { Rooms } from './rooms.ts';

/**
 * Copies the room's data to the class, so that a later change of the room does not move the class.
 * @param location the fence that the teacher set; a newly chosen room replaces it
 * @param usualNetworks the networks of the course or the institution, used for rooms without networks
 */
export const choosePlace = async (
  context: { rooms: Rooms },
  choice: PlaceChoice,
  {
    before = {},
    location,
    usualNetworks,
  }: {
    before?: Pick<Place, 'room' | 'online'>;
    location: Classroom | undefined;
    usualNetworks: string[];
  },
): Promise<Place> => {
  if (isSamePlace(before, choice)) {
    const { room, online } = before;
    if (online) return { online };
    return { ...(room ? { room } : {}), location };
  }
  if (choice.online) return { online: true, networks: [] };
  if (choice.roomId === undefined) return { location, networks: usualNetworks };
  const { _id, name, building, ...room } = await context.rooms.get(choice.roomId);
  return {
    room: { id: _id.toHexString(), name, ...(building === undefined ? {} : { building }) },
    ...(room.location ? { location: { ...room.location, radius: room.radius } } : {}),
    networks: room.networks.length > 0 ? room.networks : usualNetworks,
  };
};
