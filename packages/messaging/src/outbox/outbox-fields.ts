import type { Event } from '@qr-attendance/contracts/events';

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
        trace: String,
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
