import { mongo, type Model } from 'mongoose';
import { createBatcher } from '@qr-attendance/server';
import { isDuplicateKey } from '@qr-attendance/server/mongo';

interface VersionedDocument {
  _id: string;
  version: number;
}

const BATCH_SIZE = 200;
const UNORDERED = { ordered: false };

const insertNew = async <Doc extends VersionedDocument>({ collection }: Model<Doc>, documents: Doc[]) => {
  try {
    await collection.insertMany(documents as never[], UNORDERED);
    return [];
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    // A broken connection or an unconfirmed write also causes this error, but without errors of single
    // documents.
    const known = failures.length > 0 && failures.every(isDuplicateKey);
    if (!known || error.result.getWriteConcernError()) throw error;
    return failures.flatMap(({ index }) => documents[index] ?? []);
  }
};

const replaceOlder = async <Doc extends VersionedDocument>({ collection }: Model<Doc>, documents: Doc[]) => {
  const updates = documents.map(({ _id, ...fields }) => ({
    updateOne: { filter: { _id, version: { $lte: fields.version } }, update: { $set: fields } },
  }));
  await collection.bulkWrite(updates as never[], UNORDERED);
};

/**
 * Writes documents unless the projection has a newer version; an equal version overwrites. Documents that
 * arrive concurrently share one write. They are inserted first, because most are new and an insert costs the
 * server a tenth of an upsert.
 */
export const createUpsertIfNewer = <Doc extends VersionedDocument>(
  model: Model<Doc>,
): ((document: Doc) => Promise<void>) =>
  createBatcher<Doc, void>(async (batch) => {
    const ordered = batch.toSorted((one, other) => one.version - other.version);
    const newest = [...new Map(ordered.map((document) => [document._id, document])).values()];
    const known = await insertNew(model, newest);
    if (known.length > 0) await replaceOlder(model, known);
    return batch.map(() => undefined);
  }, BATCH_SIZE);
