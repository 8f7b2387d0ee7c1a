import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import { ANNOUNCE_BATCH, announcedOf, type AnnounceBatch } from './announce.ts';
import type { WithOutbox } from './mongo-outbox.ts';

/** Announces the documents of a collection; one that changes meanwhile tells of that itself. */
export const announceDocuments =
  <Doc extends WithOutbox & { _id: Types.ObjectId }>(
    model: Model<Doc>,
    eventOf: (document: Doc) => Event,
  ): AnnounceBatch =>
  async (after) => {
    const documents = await model
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(ANNOUNCE_BATCH)
      .lean<Doc[]>();
    const writes = documents.map((document) => ({
      updateOne: {
        filter: { _id: document._id, version: document.version, outbox: { $size: 0 } },
        update: { $set: { outbox: [eventOf(document)] } },
      },
    }));
    // Without it a field that is not set would become null.
    const options = { ordered: false, ignoreUndefined: true };
    if (writes.length > 0) await model.collection.bulkWrite(writes as never, options);
    return announcedOf(documents.map(({ _id }) => _id.toHexString()));
  };
