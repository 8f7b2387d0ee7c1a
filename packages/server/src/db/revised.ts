import type { Ledger } from '@qr-attendance/statements';
import { Schema, Types, type Model, type QueryFilter } from 'mongoose';
import { type DomainError, notFound } from '../errors.ts';
import { required } from './document-fields.ts';
import { isDuplicateKey, toUpdate, withoutUndefined } from './mongo.ts';
import { searchTermsOf, termsOfSearch } from './search-terms.ts';
import { createStatedDocuments } from './stated-documents.ts';

export interface Revision {
  at: Date;
  by: string;
  change: string;
  details: object;
}
export interface RevisedDocument {
  _id: Types.ObjectId;
  name: string;
  externalId?: string | undefined;
  version: number;
  deleted?: boolean | undefined;
  /** The id of a deleted document, which makes its name available for another document. */
  retired?: string | undefined;
  search: string[];
  revisions: Revision[];
  statements?: Ledger | undefined;
  staffStatements?: unknown;
}

export const revisedFields = {
  version: required(Number),
  deleted: Boolean,
  retired: String,
  search: [String],
  revisions: [
    new Schema(
      { at: required(Date), by: required(String), change: required(String), details: Object },
      { _id: false },
    ),
  ],
  statements: Object,
};

const MAX_REVISIONS = 200;

const LIVE = { deleted: { $ne: true } };

type Fields<Doc> = Partial<Omit<Doc, '_id' | 'version' | 'search' | 'revisions'>>;
export type NewRevision = Pick<Revision, 'by' | 'change'> & { details?: object };

interface Settings<Doc> {
  what: string;
  taken: () => DomainError;
  outdated: () => DomainError;
  order: [field: string, direction: 1 | -1];
  searchedOf?: (document: Doc) => (string | undefined)[];
  fieldsOf?: (document: Doc) => object;
  /** Runs after each write; `before` is missing for a new document. */
  written?: (after: Doc, revision: NewRevision, before?: Doc) => Promise<void>;
}

interface Page {
  limit: number;
  after?: [string, string] | undefined;
  search?: string | undefined;
}

/** Stores documents that administrators edit. A change and its revision are one atomic write. */
export const createRevisedStore = <Doc extends RevisedDocument>(
  model: Model<Doc>,
  clock: () => Date,
  {
    what,
    taken,
    outdated,
    order: [field, direction],
    searchedOf = () => [],
    fieldsOf = () => ({}),
    written = () => Promise.resolve(),
  }: Settings<Doc>,
) => {
  const where = (filter: object) => filter as QueryFilter<Doc>;
  const describe = (details: object): object => {
    const { statements: _statements, staffStatements: _staff, ...described } = details as Partial<Doc>;
    return withoutUndefined(described);
  };
  const unlessDuplicate = async <Written>(write: () => Promise<Written>): Promise<Written | 'conflict'> => {
    try {
      return await write();
    } catch (error) {
      if (isDuplicateKey(error)) return 'conflict';
      throw error;
    }
  };

  const create = (
    details: Pick<Doc, 'name' | 'externalId'> & Fields<Doc>,
    by: string,
  ): Promise<Doc | 'conflict'> =>
    unlessDuplicate(async () => {
      const document = {
        ...details,
        _id: new Types.ObjectId(),
        version: 1,
        search: searchTermsOf([details.name, ...searchedOf(details as Doc), details.externalId]),
        revisions: [{ at: clock(), by, change: 'created', details: describe(details) }],
      };
      const created = document as unknown as Doc;
      await new model({ ...document, ...fieldsOf(created) }).save();
      await written(created, { by, change: 'created' });
      return created;
    });

  const change = (
    before: Doc,
    fields: Fields<Doc>,
    revision: NewRevision,
  ): Promise<Doc | 'conflict' | undefined> =>
    unlessDuplicate(async () => {
      const { by, change: name, details = fields } = revision;
      const entry = { at: clock(), by, change: name, details: describe(details) };
      const after: Doc = { ...before, ...fields, version: before.version + 1 };
      after.search = searchTermsOf([after.name, ...searchedOf(after), after.externalId]);
      // Lists read documents without their revisions, and an import of an unchanged file writes only
      // `statements`.
      const { _id, revisions: _revisions, statements, staffStatements, ...others } = after;
      const stored = {
        ...others,
        ...fieldsOf(after),
        ...('statements' in fields && { statements }),
        ...('staffStatements' in fields && { staffStatements }),
      };
      const { matchedCount } = await model.updateOne(where({ _id, version: before.version }), {
        ...toUpdate(stored),
        $push: { revisions: { $each: [entry], $slice: -MAX_REVISIONS } },
      } as never);
      if (matchedCount === 0) return undefined;
      await written(after, revision, before);
      return after;
    });

  const find = async (id: string): Promise<Doc | undefined> =>
    (await model.findOne(where({ _id: id, ...LIVE })).lean<Doc>()) ?? undefined;

  return {
    create,
    /** @returns undefined if the document has changed since it was read */
    change,
    ...createStatedDocuments<Doc>(model),
    find,

    /**
     * @param version the version that the editor saw
     * @throws DomainError (not_found, conflict)
     */
    get: async (id: string, version?: number): Promise<Doc> => {
      const found = await find(id);
      if (!found) throw notFound(what);
      if (version !== undefined && found.version !== version) throw outdated();
      return found;
    },
    add: async (...details: Parameters<typeof create>): Promise<Doc> => {
      const created = await create(...details);
      if (created === 'conflict') throw taken();
      return created;
    },
    edit: async (before: Doc, fields: Fields<Doc>, by: string): Promise<Doc> => {
      const edited = await change(before, fields, { by, change: 'edited' });
      if (edited === 'conflict') throw taken();
      if (!edited) throw outdated();
      return edited;
    },
    remove: async (before: Doc, by: string): Promise<void> => {
      const fields: object = { deleted: true, retired: before._id.toHexString() };
      const removed = await change(before, fields as Fields<Doc>, { by, change: 'deleted' });
      if (!removed || removed === 'conflict') throw outdated();
    },

    findByExternalIds: (externalIds: string[]): Promise<Doc[]> =>
      model.find(where({ externalId: { $in: externalIds }, ...LIVE })).lean<Doc[]>(),
    count: (): Promise<number> => model.countDocuments(where(LIVE)),

    /** Includes deleted documents. */
    namesOf: async (ids: (string | undefined)[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids)].filter((id) => id !== undefined);
      if (wanted.length === 0) return new Map();
      const found = await model.find(where({ _id: { $in: wanted } }), { name: 1 }).lean<Doc[]>();
      return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
    },

    list: async ({ limit, after, search }: Page, filter: object = {}): Promise<Doc[]> => {
      const terms = search ? termsOfSearch(search) : undefined;
      if (terms?.length === 0) return [];
      const beyond = direction === 1 ? '$gt' : '$lt';
      // The first condition limits the index scan; the second condition is exact.
      const position = after && {
        [field]: { [`${beyond}e`]: after[0] },
        $or: [{ [field]: { [beyond]: after[0] } }, { [field]: after[0], _id: { [beyond]: after[1] } }],
      };
      return model
        .find(where({ ...LIVE, ...filter, ...position, ...(terms && { search: { $all: terms } }) }), {
          search: 0,
          revisions: 0,
          statements: 0,
        })
        .sort({ [field]: direction, _id: direction })
        .limit(limit)
        .lean<Doc[]>();
    },
  };
};
