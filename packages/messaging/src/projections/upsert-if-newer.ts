import { mongo, type Model } from 'mongoose';
import { createBatcher } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';

/** A document of a projection: of an aggregate of another service, in the version last heard of. */
interface Versioned {
  _id: string;
  version: number;
}

const AT_ONCE = 200;
const UNORDERED = { ordered: false };

/** Inserts documents. @returns those that are there already, in whatever version */
const insertNew = async <Doc extends Versioned>({ collection }: Model<Doc>, documents: Doc[]) => {
  try {
    await collection.insertMany(documents as never[], UNORDERED);
    return [];
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    // A connection that broke and a write that was not confirmed come as this error too, without failures of documents.
    const known = failures.length > 0 && failures.every(isDuplicateKey);
    if (!known || error.result.getWriteConcernError()) throw error;
    return failures.flatMap(({ index }) => documents[index] ?? []);
  }
};

const replaceOlder = async <Doc extends Versioned>({ collection }: Model<Doc>, documents: Doc[]) => {
  const updates = documents.map(({ _id, ...fields }) => ({
    updateOne: { filter: { _id, version: { $lte: fields.version } }, update: { $set: fields } },
  }));
  await collection.bulkWrite(updates as never[], UNORDERED);
};

/**
 * Makes what writes documents into a projection unless it holds a newer version of them; the same again fixes what was
 * spoilt. Those told of at the same time are written together, and first as if they were new, as most are: an insert
 * costs the server a tenth of an upsert.
 */
export const createUpsertIfNewer = <Doc extends Versioned>(
  model: Model<Doc>,
): ((document: Doc) => Promise<void>) =>
  createBatcher<Doc, void>(async (told) => {
    // If an aggregate occurs twice, the newer version wins.
    const composeMiddleware = told.toSorted((one, other) => one.version - other.version);
    const newest = [...new Map(composeMiddleware.map((document) => [document._id, document])).values()];
    const known = await insertNew(model, newest);
    if (known.length > 0) await replaceOlder(model, known);
    return told.map(() => undefined);
  }, AT_ONCE);
