import { createRevised } from '@qr-attendance/server/mongo';
import type { Model } from 'mongoose';
import type { RoomDocument } from '../db/timetable-models.ts';

export interface RoomPage {
  limit: number;
  after?: { name: string; id: string } | undefined;
  search?: string | undefined;
}

export const createRooms = (model: Model<RoomDocument>, clock: () => Date) => {
  const revised = createRevised(model, clock, { searchedOf: ({ building }) => [building] });
  return {
    ...revised,
    /** Ordered by name and id. */
    list: ({ after, ...page }: RoomPage): Promise<RoomDocument[]> =>
      revised.list(
        after
          ? {
              name: { $gte: after.name },
              $or: [{ name: { $gt: after.name } }, { name: after.name, _id: { $gt: after.id } }],
            }
          : {},
        { name: 1, _id: 1 },
        page,
      ),
  };
};
