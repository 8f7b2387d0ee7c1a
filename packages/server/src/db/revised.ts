import { Schema, Types, type Model, type QueryFilter } from 'mongoose';
import { required } from './document-fields.ts';
import { isDuplicateKey } from './mongo.ts';
import { searchTermsOf, termsOfSearch } from './search-terms.ts';

/** One change by an administrator, with the details from then on. */
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
  /** Deleted documents stay, so that their revisions do. */
  deleted?: boolean | undefined;
  /** The document's own id once it is deleted: its name can be used again. */
  retired?: string | undefined;
  search: string[];
  revisions: Revision[];
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
};

/** Keeps a document far below the size limit of MongoDB. */
const MAX_REVISIONS = 200;

const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const LIVE = { deleted: { $ne: true } };

type Fields<Doc> = Partial<Omit<Doc, '_id' | 'version' | 'search' | 'revisions'>>;

/**
 * Documents that administrators maintain. A change and its revision are one atomic write.
 * @param searchedOf other texts that a search finds, besides name and external id
 * @param fieldsOf other stored fields that follow from the document, such as its outbox
 */
export const createRevised = <Doc extends RevisedDocument>(
  model: Model<Doc>,
  clock: () => Date,
  {
    searchedOf = () => [],
    fieldsOf = () => ({}),
  }: {
    searchedOf?: (document: Doc) => (string | undefined)[];
    fieldsOf?: (document: Doc) => object;
  } = {},
) => {
  const where = (filter: object) => filter as QueryFilter<Doc>;
  const unlessDuplicate = async <Written>(write: () => Promise<Written>): Promise<Written | 'conflict'> => {
    try {
      return await write();
    } catch (error) {
      if (isDuplicateKey(error)) return 'conflict';
      throw error;
    }
  };

  return {
    create: (
      details: Pick<Doc, 'name' | 'externalId'> & Fields<Doc>,
      by: string,
    ): Promise<Doc | 'conflict'> =>
      unlessDuplicate(async () => {
        const document = {
          ...details,
          _id: new Types.ObjectId(),
          version: 1,
          search: searchTermsOf([details.name, details.externalId, ...searchedOf(details as Doc)]),
          revisions: [{ at: clock(), by, change: 'created', details: withoutUndefined(details) }],
        };
        const created = document as unknown as Doc;
        await new model({ ...document, ...fieldsOf(created) }).save();
        return created;
      }),

    /** Returns undefined if the document has changed since it was read. */
    change: (
      before: Doc,
      fields: Fields<Doc>,
      { by, change, details = fields }: Pick<Revision, 'by' | 'change'> & { details?: object },
    ): Promise<Doc | 'conflict' | undefined> =>
      unlessDuplicate(async () => {
        const revision = { at: clock(), by, change, details: withoutUndefined(details) };
        const after: Doc = { ...before, ...fields, version: before.version + 1 };
        after.search = searchTermsOf([after.name, after.externalId, ...searchedOf(after)]);
        // Lists read documents without their revisions.
        const { _id, revisions: _revisions, ...stored } = { ...after, ...fieldsOf(after) };
        const entries = Object.entries(stored);
        const { matchedCount } = await model.updateOne(where({ _id, version: before.version }), {
          $set: withoutUndefined(stored),
          $push: { revisions: { $each: [revision], $slice: -MAX_REVISIONS } },
          $unset: Object.fromEntries(
            entries.filter(([, value]) => value === undefined).map(([name]) => [name, '']),
          ),
        } as never);
        return matchedCount > 0 ? after : undefined;
      }),

    find: async (id: string): Promise<Doc | undefined> =>
      (await model.findOne(where({ _id: id, ...LIVE })).lean<Doc>()) ?? undefined,

    findByExternalIds: (externalIds: string[]): Promise<Doc[]> =>
      model.find(where({ externalId: { $in: externalIds }, ...LIVE })).lean<Doc[]>(),
    count: (): Promise<number> => model.countDocuments(where(LIVE)),

    /** Also of deleted documents. */
    namesOf: async (ids: (string | undefined)[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids)].filter((id) => id !== undefined);
      if (wanted.length === 0) return new Map();
      const found = await model.find(where({ _id: { $in: wanted } }), { name: 1 }).lean<Doc[]>();
      return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
    },

    list: async (
      filter: object,
      sort: Record<string, 1 | -1>,
      { limit, search }: { limit: number; search?: string | undefined },
    ): Promise<Doc[]> => {
      const terms = search ? termsOfSearch(search) : undefined;
      if (terms?.length === 0) return [];
      return model
        .find(where({ ...LIVE, ...filter, ...(terms && { search: { $all: terms } }) }), {
          search: 0,
          revisions: 0,
        })
        .sort(sort)
        .limit(limit)
        .lean<Doc[]>();
    },
  };
};
