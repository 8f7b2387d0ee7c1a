import { Types, type Model } from 'mongoose';
import type { RosterNoticeDocument } from '../../db/roster-notice-model.ts';

export type NewRosterNotice = Pick<
  RosterNoticeDocument,
  'courseId' | 'sectionId' | 'kind' | 'source' | 'added' | 'ended'
>;

const RETENTION_MS = 30 * 86_400_000;
const BATCH = 500;

/** One document per run and section, which all of the course's teachers read. */
export const createRosterNotices = (model: Model<RosterNoticeDocument>, clock: () => Date) => ({
  /** Writes what a run changed so far. Repeating it changes nothing, and other counts are shown again. */
  write: async (runId: Types.ObjectId, notices: NewRosterNotice[]): Promise<void> => {
    const stored = new Map(
      (await model.find({ runId }).lean<RosterNoticeDocument[]>()).map((notice) => [notice._id, notice]),
    );
    const at = clock();
    const expiresAt = new Date(at.getTime() + RETENTION_MS);
    const changed = notices.flatMap((notice) => {
      const _id = `${runId.toHexString()} ${notice.kind} ${notice.sectionId}`;
      const { added, ended } = stored.get(_id) ?? {};
      const isSame = added === notice.added && ended === notice.ended;
      return isSame ? [] : [{ _id, runId, ...notice, at, seenBy: [], expiresAt }];
    });
    for (let from = 0; from < changed.length; from += BATCH)
      await model.bulkWrite(
        changed.slice(from, from + BATCH).map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
        })),
        { ordered: false },
      );
  },
  /** Newest first, without those that the person has hidden. */
  list: (
    courseIds: string[],
    userId: string,
    { limit, after }: { limit: number; after: [at: string, id: string] | undefined },
  ): Promise<RosterNoticeDocument[]> => {
    const at = after && new Date(after[0]);
    return model
      .find({
        courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) },
        seenBy: { $ne: userId },
        ...(at && { at: { $lte: at }, $or: [{ at: { $lt: at } }, { at, _id: { $gt: after[1] } }] }),
      } as never)
      .sort({ at: -1, _id: 1 })
      .limit(limit)
      .lean<RosterNoticeDocument[]>();
  },
  markSeen: async (courseIds: string[], userId: string, ids: string[]): Promise<void> => {
    const filter = {
      _id: { $in: ids },
      courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) },
    } as never;
    await model.updateMany(filter, { $addToSet: { seenBy: userId } });
  },
});
export type RosterNotices = ReturnType<typeof createRosterNotices>;
