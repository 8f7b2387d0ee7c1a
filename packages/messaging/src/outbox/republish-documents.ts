import type { Event } from '@qr-attendance/contracts/events';
import type { Model, Types } from 'mongoose';
import { REPUBLISH_BATCH, toRepublished, type RepublishBatch } from './republish.ts';
import { queueNewerStates } from './mongo-outbox.ts';
import type { WithOutbox } from './outbox-fields.ts';

export const republishDocuments =
  <Doc extends WithOutbox & { _id: Types.ObjectId }>(
    model: Model<Doc>,
    eventOf: (document: Doc) => Event,
  ): RepublishBatch =>
  async (after, publish) => {
    const documents = await model
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(REPUBLISH_BATCH)
      .lean<Doc[]>();
    const events = documents.map(eventOf);
    await publish(events);
    // A concurrent change may have published its event first; its event must be the last one on the bus.
    await queueNewerStates(model, eventOf)(events);
    return toRepublished(documents.map(({ _id }) => _id.toHexString()));
  };
