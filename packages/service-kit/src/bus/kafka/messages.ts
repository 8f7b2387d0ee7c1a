import { eventSchema, type Event } from '@qr-attendance/contracts/events';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { DeadLetter } from '../event-bus.ts';

/** Where a dead letter that is handled once more was found at first. */
export const ORIGIN = 'origin';

/** Where tools that know nothing of our events find the trace of one. */
const TRACE = 'traceparent';

export const toMessage = (event: Event): Message => ({
  key: event.key,
  value: JSON.stringify(event),
  ...(event.trace === undefined ? {} : { headers: { [TRACE]: event.trace } }),
});

/** @throws Error when it is none of our events */
export const readEvent = (value: Buffer): Event => eventSchema.parse(JSON.parse(value.toString())) as Event;

export const readHeader = (headers: IHeaders | undefined, name: string): string | undefined =>
  headers?.[name]?.toString();

const originOf = (message: KafkaMessage): DeadLetter['origin'] | undefined => {
  const text = readHeader(message.headers, ORIGIN);
  return text ? (JSON.parse(text) as DeadLetter['origin']) : undefined;
};

/** What a message that was given up becomes; its id stays the same however often it is given up. */
export const toDeadLetter = (
  message: KafkaMessage,
  {
    topic,
    partition,
    reason,
    attempts,
  }: { topic: string; partition: number; reason: string; attempts: number },
): DeadLetter => {
  const origin = originOf(message) ?? { topic, partition, offset: message.offset };
  const text = message.value?.toString() ?? '';
  const common = { reason, attempts, origin };
  try {
    const event = readEvent(Buffer.from(text));
    return { id: event.id, event, ...common };
  } catch {
    return { id: `${origin.topic}/${origin.partition}/${origin.offset}`, raw: text, ...common };
  }
};

/** The message that brings a dead letter back to its group. */
export const toRedriven = ({ event, raw, origin, id }: DeadLetter): Message => ({
  key: event?.key ?? id,
  value: event ? JSON.stringify(event) : (raw ?? ''),
  headers: { [ORIGIN]: JSON.stringify(origin) },
});
