import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import type { WithOutbox } from './outbox-fields.ts';

/**
 * Writes the event of each document's current state to its outbox; a document that has changed since it was
 * read has its own event.
 */
export const writeEvents = async <Doc extends WithOutbox & { _id: Types.ObjectId }>(
  model: Model<Doc>,
  documents: Doc[],
  eventOf: (document: Doc) => Event,
): Promise<void> => {
  if (documents.length === 0) return;
  const writes = documents.map((document) => ({
    updateOne: {
      filter: { _id: document._id, version: document.version },
      update: { $set: { outbox: [eventOf(document)] } },
    },
  }));
  // Without it, fields that are not set would become null.
  await model.collection.bulkWrite(writes as never, { ordered: false, ignoreUndefined: true });
};
