import { BEFORE_ALL_ENTRIES, momentSchema, objectIdSchema, type StoredEntry } from '@qr-attendance/contracts';
import type { AuditEntryAdded, Event } from '@qr-attendance/contracts/events';
import { readCursor } from '@qr-attendance/server';
import type { Model, QueryFilter, Types } from 'mongoose';
import { z } from 'zod';
import type { WithOutbox } from './outbox-fields.ts';

const PAGE = 1_000;

export interface AuditEntryDocument extends WithOutbox {
  _id: Types.ObjectId;
  at: Date;
}

const contentsOf = ({
  _id,
  at: _at,
  version: _version,
  outbox: _outbox,
  ...entry
}: AuditEntryDocument): StoredEntry['entry'] => JSON.parse(JSON.stringify(entry)) as StoredEntry['entry'];

export const toAuditEntry = (document: AuditEntryDocument): AuditEntryAdded => ({
  id: document._id.toHexString(),
  at: document.at.toISOString(),
  entry: contentsOf(document),
  version: document.version,
});

const toStoredEntry = (document: AuditEntryDocument): StoredEntry => {
  const { _id, at } = document as { _id: unknown; at: unknown };
  return {
    id: String(_id),
    at: at instanceof Date ? at.toJSON() : String(at),
    entry: contentsOf(document),
  };
};

interface AuditEntries<Doc> {
  model: Model<Doc>;
  eventOf: (document: Doc) => Event;
  committed: () => void;
}

/**
 * Adds an entry together with its event, so the history tree receives every stored entry.
 * @param id fixed by the caller if a repeated request must add nothing
 */
export const addAuditEntry = async <Doc extends AuditEntryDocument>(
  { model, eventOf, committed }: AuditEntries<Doc>,
  entry: Omit<Doc, keyof AuditEntryDocument>,
  at: Date,
  id?: string,
): Promise<void> => {
  const _id = new model.base.Types.ObjectId(id);
  const document = new model({ ...entry, _id, at, version: 1 }).toObject() as Doc;
  await model.create({ ...document, outbox: [eventOf(document)] });
  committed();
};

export interface AuditPosition {
  at: Date;
  id: string;
}
const positionSchema = z.tuple([momentSchema, objectIdSchema]);

export const readAuditPosition = (cursor: string | undefined): AuditPosition | undefined => {
  const position = readCursor(positionSchema, cursor);
  return position && { at: new Date(position[0]), id: position[1] };
};
export const auditPositionOf = ({ at, _id }: AuditEntryDocument) => [at.toISOString(), _id.toHexString()];

/** Newest first. */
export const findAuditEntries = <Doc extends AuditEntryDocument>(
  model: Model<Doc>,
  limit: number,
  {
    before,
    from,
    to,
  }: { before: AuditPosition | undefined; from?: string | undefined; to?: string | undefined },
  conditions: QueryFilter<Doc>[],
): Promise<Doc[]> => {
  const all = [
    ...conditions,
    ...(from ? [{ at: { $gte: new Date(from) } }] : []),
    ...(to ? [{ at: { $lte: new Date(to) } }] : []),
    ...(before
      ? [{ at: { $lte: before.at }, $or: [{ at: { $lt: before.at } }, { _id: { $lt: before.id } }] }]
      : []),
  ];
  return model
    .find((all.length > 0 ? { $and: all } : {}) as QueryFilter<Doc>)
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<Doc[]>();
};

/** Reads entries without validation, because somebody may have edited them in the database. */
export const listAuditEntries = async <Doc extends AuditEntryDocument>(
  { collection, base }: Model<Doc>,
  after: string,
): Promise<StoredEntry[]> => {
  // Comparisons in MongoDB skip ids of other types.
  const foreign = after === BEFORE_ALL_ENTRIES ? { _id: { $not: { $type: 'objectId' } } } : undefined;
  const filters = [...(foreign ? [foreign] : []), { _id: { $gt: new base.Types.ObjectId(after) } }];
  const pages = await Promise.all(
    filters.map((filter) =>
      collection
        .find(filter as never)
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    ),
  );
  return pages.flat().map((document) => toStoredEntry(document as never));
};
