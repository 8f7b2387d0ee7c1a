import { Types, type Model } from 'mongoose';
import type { ImportBatchDocument, RosterEffect, StoredEffect } from '../../db/import-batch-model.ts';
import type { RosterNoticeDocument } from '../../db/roster-notice-model.ts';

export type NewRosterNotice = Pick<
  RosterNoticeDocument,
  'courseId' | 'sectionId' | 'kind' | 'source' | 'added' | 'ended'
>;

const RETENTION_MS = 30 * 86_400_000;
const BATCH = 500;

export interface RosterNoticeLine {
  /** The batch of the run, and the index in it. */
  position: [order: number, index: number];
  studentId: string;
  effect: RosterEffect['effect'];
  /**
   * The line of the file. Missing if a complete file omits the student, or if only the undo changed
   * something.
   */
  line?: number;
}

const lineOf = (
  { key, sectionId, effect }: Omit<StoredEffect, 'courseId'>,
  isUndone: boolean,
  applied: StoredEffect[],
) => {
  const ofStudent = applied.filter((one) => one.key === key && one.sectionId === sectionId);
  return ofStudent.find((one) => (one.effect === effect) !== isUndone)?.line;
};

const linesOfBatch = (
  { order, lines = [], effects = [], undone = [] }: ImportBatchDocument,
  field: 'effects' | 'undone',
  wanted: string,
): RosterNoticeLine[] => {
  // Batches of earlier releases contain no lines of effects.
  const isNamed = effects.some(({ line }) => line !== undefined);
  const lastLines = new Map(isNamed ? [] : lines.map(({ key, line }) => [key, line]));
  return (field === 'undone' ? undone : effects).flatMap((stored, index): RosterNoticeLine[] => {
    const { key, sectionId, effect } = stored;
    if (sectionId !== wanted) return [];
    const line = lineOf(stored, field === 'undone', effects) ?? lastLines.get(key);
    const studentId = key.split(' ')[1] ?? '';
    return [{ position: [order, index], studentId, effect, ...(line && { line }) }];
  });
};

/** Stores one document per run and section, which all teachers of the course read. */
export const createRosterNotices = (
  model: Model<RosterNoticeDocument>,
  importBatches: Model<ImportBatchDocument>,
  clock: () => Date,
) => {
  /** The lines of a student in several batches are undone together with the last of these batches. */
  const withLinesOfOthers = async (
    { runId, courseId, sectionId }: RosterNoticeDocument,
    undone: RosterNoticeLine[],
  ): Promise<RosterNoticeLine[]> => {
    const keyOf = ({ studentId }: RosterNoticeLine) => `${courseId.toHexString()} ${studentId}`;
    const keys = undone.filter(({ line }) => line === undefined).map(keyOf);
    if (keys.length === 0) return undone;
    const filter = { runId, 'effects.sectionId': sectionId, 'effects.key': { $in: keys } };
    const batches = await importBatches
      .find(filter as never, { effects: 1 })
      .lean<Pick<ImportBatchDocument, 'effects'>[]>();
    const applied = batches.flatMap(({ effects }) => effects);
    return undone.map((row) => {
      const line = row.line ?? lineOf({ key: keyOf(row), sectionId, effect: row.effect }, true, applied);
      return line === undefined ? row : { ...row, line };
    });
  };

  return {
    /**
     * Stores what a run has changed so far. A repetition changes nothing; different counts make a hidden notice visible
     * again.
     */
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
    /** Newest first. Excludes notices that the person has hidden. */
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
    find: async (id: string): Promise<RosterNoticeDocument | undefined> =>
      (await model.findById(id).lean<RosterNoticeDocument>()) ?? undefined,
    listLines: async (
      notice: RosterNoticeDocument,
      { limit, after }: { limit: number; after: RosterNoticeLine['position'] | undefined },
    ): Promise<RosterNoticeLine[]> => {
      const { runId, sectionId, kind } = notice;
      const field = kind === 'undone' ? 'undone' : 'effects';
      const [order = 0, last = -1] = after ?? [];
      const batches = importBatches
        .find({ runId, [`${field}.sectionId`]: sectionId, order: { $gte: order } } as never, {
          order: 1,
          effects: 1,
          [field]: 1,
          'lines.key': 1,
          'lines.line': 1,
        })
        .sort({ order: 1 })
        .lean<ImportBatchDocument[]>()
        .cursor({ batchSize: 1 });
      const noticeLines: RosterNoticeLine[] = [];
      for await (const batch of batches) {
        const lines = linesOfBatch(batch, field, sectionId);
        noticeLines.push(...lines.filter(({ position: [of, index] }) => of > order || index > last));
        if (noticeLines.length >= limit) break;
      }
      const page = noticeLines.slice(0, limit);
      return field === 'undone' ? withLinesOfOthers(notice, page) : page;
    },
    markSeen: async (courseIds: string[], userId: string, ids: string[]): Promise<void> => {
      const filter = {
        _id: { $in: ids },
        courseId: { $in: courseIds.map((id) => new Types.ObjectId(id)) },
      } as never;
      await model.updateMany(filter, { $addToSet: { seenBy: userId } });
    },
  };
};
export type RosterNotices = ReturnType<typeof createRosterNotices>;
