import type { Model, QueryFilter } from 'mongoose';
import type { ImportBatchDocument, ImportedPerson } from '../../db/import-batch-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { insertNew } from './insert-new.ts';

export type NewBatch = Pick<ImportBatchDocument, 'order' | 'keys' | 'added' | 'people'>;

/** The objects about which the lines of a run were applied, batch by batch. */
export const createImportedBatches = (importBatches: Model<ImportBatchDocument>) => ({
  /** Repeatable. */
  addBatch: async ({ _id: runId, expiresAt }: ImportDocument, batch: NewBatch): Promise<void> => {
    const _id = `${runId.toHexString()} ${batch.order}`;
    await insertNew(importBatches, [{ _id, runId, expiresAt, ...batch, restored: 0, kept: [] }]);
  },
  /** @returns those of `keys` whose objects the run has added */
  findAdded: async ({ _id: runId }: Pick<ImportDocument, '_id'>, keys: string[]): Promise<Set<string>> => {
    const found = await importBatches.find({ runId, added: { $in: keys } }, { added: 1 }).lean();
    return new Set(found.flatMap(({ added }) => added));
  },
  /** Batches that are not undone, the last one first. */
  listLastBatches: (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    limit: number,
  ): Promise<ImportBatchDocument[]> =>
    importBatches
      .find({ runId, 'keys.0': { $exists: true } } as QueryFilter<ImportBatchDocument>)
      .sort({ order: -1 })
      .limit(limit)
      .lean<ImportBatchDocument[]>(),
  markUndone: async (
    { _id }: ImportBatchDocument,
    { left, restored, kept }: { left: string[]; restored: number; kept: string[] },
  ): Promise<void> => {
    const update = { $set: { keys: left }, $inc: { restored }, $push: { kept: { $each: kept } } };
    await importBatches.updateOne({ _id }, update);
  },
  sumUndone: async (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    maxExamples: number,
  ): Promise<NonNullable<ImportDocument['undo']>> => {
    const [sum] = await importBatches.aggregate<{ restored: number; kept: number }>([
      { $match: { runId } },
      { $group: { _id: null, restored: { $sum: '$restored' }, kept: { $sum: { $size: '$kept' } } } },
    ]);
    const found = await importBatches
      .find({ runId, 'kept.0': { $exists: true } } as QueryFilter<ImportBatchDocument>, { kept: 1 })
      .limit(maxExamples)
      .lean();
    const keptExamples = found.flatMap(({ kept }) => kept).slice(0, maxExamples);
    return { restored: sum?.restored ?? 0, kept: sum?.kept ?? 0, keptExamples };
  },
  addPeople: async (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    order: number,
    people: ImportedPerson[],
  ): Promise<void> => {
    if (people.length === 0) return;
    const _id = `${runId.toHexString()} ${order}`;
    await importBatches.updateOne({ _id }, { $addToSet: { people: { $each: people } } });
  },
  removeAbout: async (personId: string): Promise<void> => {
    for (const { _id, people } of await importBatches.find({ 'people.id': personId }, { people: 1 }).lean()) {
      const keys = people.flatMap(({ id, key }) => (id === personId ? key : []));
      const about = { $in: keys };
      const removal = { keys: about, added: about, kept: about, people: { id: personId } };
      await importBatches.updateOne({ _id }, { $pull: removal });
    }
  },
});
