import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import { ANNOUNCE_BATCH, announcedOf, type AnnounceBatch } from './announce.ts';
import type { WithOutbox } from './mongo-outbox.ts';
import { writeEvents } from './write-events.ts';

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
    await writeEvents(model, documents, eventOf, { outbox: { $size: 0 } });
    return announcedOf(documents.map(({ _id }) => _id.toHexString()));
  };
