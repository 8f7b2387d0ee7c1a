import type { Ledger } from '@qr-attendance/statements';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { toUpdate } from './mongo.ts';

interface Versioned {
  _id: Types.ObjectId | string;
  version: number;
}
interface StatedDocument {
  _id: Types.ObjectId;
  version: number;
  externalId?: string | undefined;
  deleted?: boolean | undefined;
  statements?: Ledger | undefined;
}

const toObjectId = (id: Versioned['_id']): Types.ObjectId =>
  typeof id === 'string' ? new Types.ObjectId(id) : id;

/**
 * Sets fields that are no part of a document's version, in one write.
 * @returns the ids of the documents that have changed since they were read
 */
export const writeBesides = async <Doc extends { version: number }>(
  model: Model<Doc>,
  writes: (Versioned & { fields: object })[],
): Promise<Set<string>> => {
  if (writes.length === 0) return new Set();
  // Without the casts of mongoose, which cost more than the write.
  const { matchedCount } = await model.collection.bulkWrite(
    writes.map(({ _id, version, fields }) => ({
      updateOne: { filter: { _id: toObjectId(_id), version } as never, update: toUpdate(fields) as never },
    })),
    { ordered: false, ignoreUndefined: true },
  );
  if (matchedCount === writes.length) return new Set();
  const filter = { _id: { $in: writes.map(({ _id }) => _id) } } as QueryFilter<Doc>;
  const current = await model.find(filter, { version: 1 }).lean<Versioned[]>();
  const versions = new Map(current.map(({ _id, version }) => [String(_id), version]));
  return new Set(
    writes.flatMap(({ _id, version }) => (versions.get(String(_id)) === version ? [] : String(_id))),
  );
};

/** Reads and writes what files stated about many documents at once. */
export const createStatedDocuments = <Doc extends StatedDocument>(model: Model<Doc>) => ({
  /**
   * Documents by external id, without their revisions. A deleted one is among them while files state it, unless
   * another document has its external id.
   */
  findStated: async (externalIds: string[]): Promise<Map<string, Doc>> => {
    const filter = { externalId: { $in: externalIds } } as QueryFilter<Doc>;
    const found = await model.find(filter, { search: 0, revisions: 0 }).sort({ _id: 1 }).lean<Doc[]>();
    const deleted = found.filter((document) => document.deleted && document.statements);
    const live = found.filter((document) => !document.deleted);
    return new Map([...deleted, ...live].map((document) => [document.externalId ?? '', document]));
  },
  /**
   * Stores what files stated about documents that stay as they are.
   * @returns the ids of those that have changed since they were read
   */
  stateAll: (stated: { document: Doc; statements: Ledger | undefined }[]): Promise<Set<string>> =>
    writeBesides(
      model,
      stated.map(({ document: { _id, version }, statements }) => ({ _id, version, fields: { statements } })),
    ),
});
