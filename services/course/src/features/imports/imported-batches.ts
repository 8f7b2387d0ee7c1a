import { FILES, type Restatement } from '@qr-attendance/statements';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { ImportBatchDocument, ImportedPerson, StoredEffect } from '../../db/import-batch-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { insertNew } from './insert-new.ts';

export type NewBatch = Pick<
  ImportBatchDocument,
  'order' | 'keys' | 'added' | 'people' | 'effects' | 'lines' | 'source' | 'restated'
>;

/** A statement's name begins with the key of its object. */
const isAbout = (statement: string, key: string): boolean => statement.startsWith(`${key} `);

export const createImportedBatches = (importBatches: Model<ImportBatchDocument>) => ({
  addBatch: async ({ _id: runId, expiresAt }: ImportDocument, batch: NewBatch): Promise<void> => {
    const _id = `${runId.toHexString()} ${batch.order}`;
    const written = { restored: 0, kept: [], pastKept: [], undone: [], undoneKeys: [] };
    await insertNew(importBatches, [{ _id, runId, expiresAt, ...batch, ...written }]);
  },
  findAdded: async ({ _id: runId }: Pick<ImportDocument, '_id'>, keys: string[]): Promise<Set<string>> => {
    const found = await importBatches.find({ runId, added: { $in: keys } }, { added: 1 }).lean();
    return new Set(found.flatMap(({ added }) => added));
  },
  findRestatements: async (statements: string[]): Promise<Map<string, Restatement[]>> => {
    if (statements.length === 0) return new Map();
    const found = await importBatches.aggregate<Pick<ImportBatchDocument, 'runId' | 'source' | 'restated'>>([
      { $match: { restated: { $in: statements } } },
      { $project: { runId: 1, source: 1, restated: { $setIntersection: ['$restated', statements] } } },
    ]);
    const all = found
      .toSorted((one, other) => (one.runId.toHexString() < other.runId.toHexString() ? -1 : 1))
      .flatMap(({ runId, source = FILES, restated = [] }) =>
        restated.map((statement) => ({ statement, run: runId.toHexString(), source })),
      );
    return Map.groupBy(all, ({ statement }) => statement);
  },
  /** Batches that are not undone, last one first. */
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
    { _id, keys, restated }: ImportBatchDocument,
    { left, restored, kept }: { left: string[]; restored: number; kept: string[] },
  ): Promise<void> => {
    const isLeft = (statement: string) => left.some((key) => isAbout(statement, key));
    const statements = restated && { restated: restated.filter(isLeft) };
    await importBatches.updateOne({ _id }, {
      $set: {
        keys: left,
        ...statements,
      },
      $inc: { restored },
      $push: {
        kept: { $each: kept },
        undoneKeys: { $each: keys.filter((key) => !left.includes(key)) },
      },
    } as UpdateQuery<ImportBatchDocument>);
  },
  noteWritten: async (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    order: number,
    { refused, kept }: { refused: Iterable<string>; kept: Iterable<string> },
  ): Promise<void> => {
    const [refusedKeys, pastKept] = [[...refused], [...kept]];
    if (refusedKeys.length === 0 && pastKept.length === 0) return;
    await importBatches.updateOne({ _id: `${runId.toHexString()} ${order}` }, {
      $pull: { lines: { key: { $in: refusedKeys } } },
      $addToSet: { pastKept: { $each: pastKept } },
    } as UpdateQuery<ImportBatchDocument>);
  },
  readBatches: ({ _id: runId }: Pick<ImportDocument, '_id'>): AsyncIterable<ImportBatchDocument> =>
    importBatches
      .find({ runId }, { lines: 1, pastKept: 1 })
      .sort({ order: 1 })
      .lean<ImportBatchDocument[]>()
      .cursor({ batchSize: 1 }),
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
  removeEffects: async (
    { _id: runId }: Pick<ImportDocument, '_id'>,
    order: number,
    keys: string[],
  ): Promise<void> => {
    if (keys.length === 0) return;
    const _id = `${runId.toHexString()} ${order}`;
    await importBatches.updateOne({ _id }, { $pull: { effects: { key: { $in: keys } } } });
  },
  removeUndone: async ({ _id }: Pick<ImportBatchDocument, '_id'>, keys: string[]): Promise<void> => {
    if (keys.length === 0) return;
    await importBatches.updateOne({ _id }, { $pull: { undone: { key: { $in: keys } } } });
  },
  /** Called before the undo is written. Idempotent: what was undone before a crash has no further effects. */
  addUndone: async ({ _id }: Pick<ImportBatchDocument, '_id'>, undone: StoredEffect[]): Promise<void> => {
    if (undone.length > 0)
      await importBatches.updateOne({ _id }, { $addToSet: { undone: { $each: undone } } });
  },
  async *readEffects(
    { _id: runId }: Pick<ImportDocument, '_id'>,
    field: 'effects' | 'undone',
  ): AsyncGenerator<StoredEffect[]> {
    const found = importBatches
      .find({ runId }, { [field]: 1 })
      .lean<ImportBatchDocument[]>()
      .cursor();
    for await (const batch of found) yield batch[field] ?? [];
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
    const about = await importBatches.find({ 'people.id': personId }, { people: 1, restated: 1 }).lean();
    for (const { _id, people, restated = [] } of about) {
      const keys = people.flatMap(({ id, key }) => (id === personId ? key : []));
      const removed = { $in: keys };
      const statements = restated.filter((statement) => keys.some((key) => isAbout(statement, key)));
      const removal = {
        keys: removed,
        added: removed,
        kept: removed,
        undoneKeys: removed,
        pastKept: removed,
        effects: { key: removed },
        undone: { key: removed },
        lines: { key: removed },
        ...(statements.length > 0 && { restated: { $in: statements } }),
        people: { id: personId },
      };
      const ofPerson = { lines: { about: personId } };
      for (const $pull of [ofPerson, removal])
        await importBatches.updateOne({ _id }, { $pull } as UpdateQuery<ImportBatchDocument>);
    }
  },
});
