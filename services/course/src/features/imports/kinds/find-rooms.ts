import { routes, type RoomValues } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';

export interface FoundRoom {
  id: string;
  values: RoomValues;
}

/** Rooms by the institution's ids; unknown ones are left out. */
export const findRooms = async (
  sessions: InternalClient | undefined,
  externalIds: string[],
): Promise<Map<string, FoundRoom>> => {
  const wanted = [...new Set(externalIds)];
  if (!sessions || wanted.length === 0) return new Map();
  const found = await sessions.post(routes.session.findRoomsInternal, { body: { externalIds: wanted } });
  if (!found) throw temporarilyUnavailable();
  return new Map(
    wanted.flatMap((externalId, index): [string, FoundRoom][] => {
      const room = found[index];
      return room ? [[externalId, room]] : [];
    }),
  );
};

/** The problems of the changes that the session service refused, by key. */
export const refusedAmong = (
  changes: { key: string }[],
  results: string[] | undefined,
): Map<string, { problem: 'conflict' }> => {
  if (!results) throw temporarilyUnavailable();
  return new Map(
    changes.flatMap(({ key }, index): [string, { problem: 'conflict' }][] =>
      results[index] === 'written' ? [] : [[key, { problem: 'conflict' }]],
    ),
  );
};
