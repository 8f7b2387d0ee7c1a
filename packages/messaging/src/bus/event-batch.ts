import { createHash } from 'node:crypto';
import { type Event, topics } from '@qr-attendance/contracts/events';
import { z } from 'zod';

/** Several events of one topic as one message, each as it would be by itself. */
export interface EventBatch {
  /** Made of the events' ids, so that the same events published again are the same message. */
  id: string;
  topic: string;
  batch: Event[];
}
export type Message = Event | EventBatch;

/** Whether the events of a topic may share messages. */
export type InBatches = (topic: string) => boolean;

const FACTS = new Set<string>(topics.filter(({ kind }) => kind === 'fact').map(({ name }) => name));
/** A bus may keep only the newest state of an aggregate, by its key, so each state event needs its own message. */
export const isFact: InBatches = (topic) => FACTS.has(topic);

/** A message of marks stays below 100 KB. */
export const EVENTS_IN_A_MESSAGE = 100;

const idOf = (events: Event[]): string => {
  const digest = createHash('sha256').update(events.map(({ id }) => id).join());
  const hex = digest.digest('hex');
  // Version 8 is what is made by one's own rule. Source: RFC 9562, 5.8.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};

/** Events of one topic as messages. @param inBatches whether they may share them */
export const toMessages = (events: Event[], inBatches: boolean): Message[] => {
  if (!inBatches) return events;
  const messages: Message[] = [];
  for (let first = 0; first < events.length; first += EVENTS_IN_A_MESSAGE) {
    const [event, ...others] = events.slice(first, first + EVENTS_IN_A_MESSAGE);
    if (!event) continue;
    const batch = [event, ...others];
    messages.push(others.length === 0 ? event : { id: idOf(batch), topic: event.topic, batch });
  }
  return messages;
};

/** Whether a message is part of a replay; one that live events share is not. */
export const isBulk = (message: Message): boolean =>
  'batch' in message ? message.batch.every(({ bulk }) => bulk === true) : message.bulk === true;

const batchSchema = z.object({ topic: z.string(), batch: z.array(z.unknown()).min(1) });

export const membersOf = (message: unknown): unknown[] =>
  batchSchema.safeParse(message).data?.batch ?? [message];
