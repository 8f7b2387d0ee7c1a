import type { Model } from 'mongoose';
import type { UnitDocument } from '../db/campus-models.ts';
import { createRevised } from '@qr-attendance/server/mongo';

export interface UnitPage {
  limit: number;
  after?: { name: string; id: string } | undefined;
  search?: string | undefined;
}

export const createUnits = (model: Model<UnitDocument>, clock: () => Date) => {
  const revised = createRevised(model, clock);
  return {
    ...revised,
    /** Ordered by name and id. */
    list: ({ after, ...page }: UnitPage): Promise<UnitDocument[]> =>
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
    listByIds: (ids: string[]): Promise<UnitDocument[]> =>
      model.find({ _id: { $in: ids } }, { search: 0, revisions: 0 }).lean<UnitDocument[]>(),
    hasChildren: async (id: string): Promise<boolean> =>
      (await model.exists({ parentId: id, deleted: { $ne: true } })) !== null,
  };
};
export type Units = ReturnType<typeof createUnits>;
