import type { Event } from '@qr-attendance/contracts/events';

/** Events written in the same atomic write as the state they tell of, waiting to be published. */
export interface OutboxStore {
  /** Some of the events that wait, oldest first where the store knows an order. */
  pending: (limit: number) => Promise<Event[]>;
  /** Forgets published events; one that was replaced by a newer event of its aggregate meanwhile stays. */
  remove: (events: Event[]) => Promise<void>;
}
