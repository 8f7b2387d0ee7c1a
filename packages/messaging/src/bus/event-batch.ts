import { createHash } from 'node:crypto';
import { type Event, topics } from '@qr-attendance/contracts/events';
import { z } from 'zod';

export interface EventBatch {
  /** The id is derived from the ids of the events, so publishing the same events again creates the same message. */
  id: string;
  topic: string;
  batch: Event[];
}
export type Message = Event | EventBatch;

export type TopicFilter = (topic: string) => boolean;

const FACTS = new Set<string>(topics.filter(({ kind }) => kind === 'fact').map(({ name }) => name));
/**
 * A bus may keep only the newest state of each aggregate by its key, so state events cannot share a message.
 */
export const isFact: TopicFilter = (topic) => FACTS.has(topic);

export const MAX_EVENTS_PER_MESSAGE = 100;

const idOf = (events: Event[]): string => {
  const digest = createHash('sha256').update(events.map(({ id }) => id).join());
  const hex = digest.digest('hex');
  // Version 8 is for custom ids. Source: RFC 9562, 5.8.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};

export const toMessages = (events: Event[], inBatches: boolean): Message[] => {
  if (!inBatches) return events;
  const messages: Message[] = [];
  for (let first = 0; first < events.length; first += MAX_EVENTS_PER_MESSAGE) {
    const [event, ...others] = events.slice(first, first + MAX_EVENTS_PER_MESSAGE);
    if (!event) continue;
    const batch = [event, ...others];
    messages.push(others.length === 0 ? event : { id: idOf(batch), topic: event.topic, batch });
  }
  return messages;
};

export const isBulk = (message: Message): boolean =>
  'batch' in message ? message.batch.every(({ bulk }) => bulk === true) : message.bulk === true;

const batchSchema = z.object({ topic: z.string(), batch: z.array(z.unknown()).min(1) });

export const membersOf = (message: unknown): unknown[] =>
  batchSchema.safeParse(message).data?.batch ?? [message];
