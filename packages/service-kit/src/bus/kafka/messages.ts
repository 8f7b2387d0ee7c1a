import { eventSchema, type Event } from '@qr-attendance/contracts/events';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { DeadLetter } from '../event-bus.ts';

/** Where a dead letter that is handled once more was found at first. */
export const ORIGIN = 'origin';
/** How often it was given back until then. */
const ROUND = 'redriven';

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

/** In a letter's id, before the round it was given up in; the first has none. */
const ROUND_MARK = '~';
const roundAfter = (id: string): number => Number(id.split(ROUND_MARK)[1] ?? 0) + 1;

/**
 * What a message that was given up becomes. Its id is the same however often that is tried, and another once it was given
 * back: it may be given up anew before the letter that was given back is taken away.
 */
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
  const round = readHeader(message.headers, ROUND);
  const inRound = (id: string): string => (round === undefined ? id : `${id}${ROUND_MARK}${round}`);
  try {
    const event = readEvent(Buffer.from(text));
    return { id: inRound(event.id), event, ...common };
  } catch {
    return { id: inRound(`${origin.topic}/${origin.partition}/${origin.offset}`), raw: text, ...common };
  }
};

/** The message that brings a dead letter back to its group. */
export const toRedriven = ({ event, raw, origin, id }: DeadLetter): Message => ({
  key: event?.key ?? id,
  value: event ? JSON.stringify(event) : (raw ?? ''),
  headers: { [ORIGIN]: JSON.stringify(origin), [ROUND]: String(roundAfter(id)) },
});
