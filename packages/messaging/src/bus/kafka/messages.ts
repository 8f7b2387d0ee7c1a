import type { DeadLetter } from '@qr-attendance/contracts';
import type { Event } from '@qr-attendance/contracts/events';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { readEvent } from '../read-event.ts';

/** Where a dead letter that an earlier release gave back was found at first. */
const ORIGIN = 'origin';
/** How often it was given back until then: part of the letter's id, so that the old letter's deletion spares the new one. */
const ROUND = 'redriven';
/** Where tools that know nothing of our events find the trace of one. */
const TRACE = 'traceparent';

export const toMessage = (event: Event): Message => ({
  key: event.key,
  value: JSON.stringify(event),
  ...(event.trace === undefined ? {} : { headers: { [TRACE]: event.trace } }),
});

const readHeader = (headers: IHeaders | undefined, name: string): string | undefined =>
  headers?.[name]?.toString();

const originOf = (message: KafkaMessage): DeadLetter['origin'] | undefined => {
  const text = readHeader(message.headers, ORIGIN);
  return text ? (JSON.parse(text) as DeadLetter['origin']) : undefined;
};

/** What a message that was given up becomes. Its id is the same however often that is tried. */
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
  const inRound = (id: string): string => (round === undefined ? id : `${id}~${round}`);
  try {
    const event = readEvent(text);
    return { id: inRound(event.id), event, ...common };
  } catch {
    return { id: inRound(`${origin.topic}/${origin.partition}/${origin.offset}`), raw: text, ...common };
  }
};
