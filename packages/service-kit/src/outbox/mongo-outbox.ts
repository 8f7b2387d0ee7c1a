import type { Event } from '@qr-attendance/contracts/events';
import type { Model } from 'mongoose';
import type { OutboxStore } from './outbox-store.ts';

/**
 * Schema fields of an aggregate with an outbox inside its own document: a single-document write is atomic on every
 * MongoDB. It holds at most one event, as a newer state replaces the older.
 */
export const outboxFields = {
  version: { type: Number, required: true as const },
  outbox: {
    type: [
      {
        _id: false as const,
        id: String,
        topic: String,
        key: String,
        version: Number,
        occurredAt: String,
        payload: Object,
      },
    ],
    default: (): Event[] => [],
  },
};

/** The index that finds documents with something to publish. */
export const OUTBOX_INDEX = [{ 'outbox.id': 1 }, { sparse: true }] as const;

export interface WithOutbox {
  version: number;
  outbox: Event[];
}

/** The outbox of the documents of a collection whose `_id` is the event's key. */
export const mongoOutbox = <Doc extends WithOutbox>(model: Model<Doc>): OutboxStore => ({
  pending: async (limit) => {
    const documents = await model.collection
      .find({ 'outbox.id': { $gt: '' } }, { projection: { outbox: 1 } })
      .limit(limit)
      .toArray();
    return documents.flatMap((document) => document.outbox as Event[]);
  },
  remove: async (events) => {
    if (events.length === 0) return;
    await model.collection.bulkWrite(
      events.map((event) => ({
        updateOne: {
          filter: { 'outbox.id': event.id },
          update: { $pull: { outbox: { id: event.id } } as never },
        },
      })),
      { ordered: false },
    );
  },
});
