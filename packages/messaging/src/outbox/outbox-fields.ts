import type { Event } from '@qr-attendance/contracts/events';

/**
 * The outbox is part of the aggregate's document, because a single-document write is atomic on every MongoDB.
 * It contains at most one event: a newer state replaces the older one.
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
        bulk: Boolean,
        trace: String,
      },
    ],
    default: (): Event[] => [],
  },
};

export const OUTBOX_INDEX = [{ 'outbox.id': 1 }, { sparse: true }] as const;

export interface WithOutbox {
  version: number;
  outbox: Event[];
}
