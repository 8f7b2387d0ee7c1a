import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import { REPUBLISH_BATCH, republishedOf, type RepublishBatch } from './republish.ts';
import type { WithOutbox } from './outbox-fields.ts';
import { writeEvents } from './write-events.ts';

/** Announces the documents of a collection; one that changes meanwhile tells of that itself. */
export const republishDocuments =
  <Doc extends WithOutbox & { _id: Types.ObjectId }>(
    model: Model<Doc>,
    eventOf: (document: Doc) => Event,
  ): RepublishBatch =>
  async (after) => {
    const documents = await model
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(REPUBLISH_BATCH)
      .lean<Doc[]>();
    await writeEvents(model, documents, eventOf, { outbox: { $size: 0 } });
    return republishedOf(documents.map(({ _id }) => _id.toHexString()));
  };
