import type { Ledger } from '@qr-attendance/statements';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { toUpdate } from './mongo.ts';

interface VersionedId {
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

export const ANY_RUN = 'any';

const toObjectId = (id: VersionedId['_id']): Types.ObjectId =>
  typeof id === 'string' ? new Types.ObjectId(id) : id;

/**
 * Sets fields that do not change a document's version, in one write.
 * @returns the ids of the documents that have changed since they were read
 */
export const writeUnversioned = async <Doc extends { version: number }>(
  model: Model<Doc>,
  writes: (VersionedId & { fields: object })[],
): Promise<Set<string>> => {
  if (writes.length === 0) return new Set();
  // Bypasses mongoose, whose casts cost more than the write.
  const { matchedCount } = await model.collection.bulkWrite(
    writes.map(({ _id, version, fields }) => ({
      updateOne: { filter: { _id: toObjectId(_id), version } as never, update: toUpdate(fields) as never },
    })),
    { ordered: false, ignoreUndefined: true },
  );
  if (matchedCount === writes.length) return new Set();
  const filter = { _id: { $in: writes.map(({ _id }) => _id) } } as QueryFilter<Doc>;
  const current = await model.find(filter, { version: 1 }).lean<VersionedId[]>();
  const versions = new Map(current.map(({ _id, version }) => [String(_id), version]));
  return new Set(
    writes.flatMap(({ _id, version }) => (versions.get(String(_id)) === version ? [] : String(_id))),
  );
};

const list = <Doc>(model: Model<Doc>, filter: object): Promise<Doc[]> =>
  model
    .find(filter as QueryFilter<Doc>, { search: 0, revisions: 0 })
    .sort({ _id: 1 })
    .lean<Doc[]>();

/** The ids that a run stated, or, with `ANY_RUN`, those of all runs. Earlier releases did not store these ids. */
const statedIdsOf = ({ statements }: StatedDocument, run: string): unknown[] => {
  const { local = {}, entries = [] } = statements ?? {};
  if (run === ANY_RUN) return [local, ...entries.map(({ values }) => values)].map((values) => values['id']);
  const entry = entries.find(({ runs }) => runs.includes(run));
  return [entry?.values['id'] ?? local['id']];
};

/**
 * Finds documents that a run stated under an id that a later run replaced. Excludes documents whose id was
 * removed by hand, because files no longer control them.
 */
const findRenamed = async <Doc extends StatedDocument>(
  model: Model<Doc>,
  externalIds: string[],
  run = '',
): Promise<[id: string, document: Doc][]> => {
  if (externalIds.length === 0) return [];
  const stated = ['statements.entries.values.id', 'statements.local.id'];
  const documents = await list(model, {
    ...(run !== ANY_RUN && { 'statements.entries.runs': run }),
    externalId: { $gt: '' },
    $or: stated.map((path) => ({ [path]: { $in: externalIds } })),
  });
  const wanted = new Set(externalIds);
  return documents.flatMap((document) =>
    statedIdsOf(document, run).flatMap((id): [string, Doc][] =>
      typeof id === 'string' && wanted.has(id) ? [[id, document]] : [],
    ),
  );
};

export const createStatedDocuments = <Doc extends StatedDocument>(model: Model<Doc>) => ({
  /**
   * Finds documents by external id, without their revisions. Includes a deleted document that files still
   * state, unless another document has its external id.
   * @param undoneRun includes documents that this run, or `ANY_RUN`, stated under an earlier external id
   */
  findStated: async (externalIds: string[], undoneRun?: string): Promise<Map<string, Doc>> => {
    const found = await list(model, { externalId: { $in: externalIds } });
    const deleted = found.filter((document) => document.deleted && document.statements);
    const live = found.filter((document) => !document.deleted);
    const byId = new Map([...deleted, ...live].map((document) => [document.externalId ?? '', document]));
    const missing = undoneRun === undefined ? [] : externalIds.filter((id) => !byId.has(id));
    for (const [id, document] of await findRenamed(model, missing, undoneRun)) byId.set(id, document);
    return byId;
  },
  /**
   * Stores statements about documents without changing them.
   * @returns the ids of the documents that have changed since they were read
   */
  stateAll: (stated: { document: Doc; statements: Ledger | undefined }[]): Promise<Set<string>> =>
    writeUnversioned(
      model,
      stated.map(({ document: { _id, version }, statements }) => ({ _id, version, fields: { statements } })),
    ),
});
