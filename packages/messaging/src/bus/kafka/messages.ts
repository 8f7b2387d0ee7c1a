import type { DeadLetter } from '@qr-attendance/contracts';
import { membersOf, type Message } from '../event-batch.ts';
import { readEvent } from '../read-event.ts';
import type { KafkaRecord, NewRecord } from './kafka-client.ts';

/** Where a dead letter that an earlier release gave back was found at first. */
const ORIGIN = 'origin';
/** How often it was given back until then: part of the letter's id, so that the old letter's deletion spares the new one. */
const ROUND = 'redriven';
/** Where tools that know nothing of our events find the trace of one. */
const TRACE = 'traceparent';

/** Events that share a message have each a trace of its own, and no order among each other. */
export const toRecord = (topic: string, message: Message): NewRecord => {
  const value = JSON.stringify(message);
  if (!('key' in message)) return { topic, key: message.id, value };
  const { key, trace } = message;
  return { topic, key, value, ...(trace === undefined ? {} : { headers: { [TRACE]: trace } }) };
};

/** What a message holds, event by event, as text; `index` of one that shares it with others. */
export interface MessagePart {
  text: string;
  index?: number;
}
export const partsOf = ({ value }: KafkaRecord): MessagePart[] => {
  const text = value?.toString() ?? '';
  try {
    const message: unknown = JSON.parse(text);
    const members = membersOf(message);
    if (members[0] !== message)
      return members.map((member, index) => ({ text: JSON.stringify(member), index }));
  } catch {
    // The handler says what is wrong with it.
  }
  return [{ text }];
};

const originOf = ({ headers }: KafkaRecord): DeadLetter['origin'] | undefined => {
  const text = headers[ORIGIN];
  return text ? (JSON.parse(text) as DeadLetter['origin']) : undefined;
};

/** What an event that was given up becomes. Its id is the same however often that is tried. */
export const toDeadLetter = (
  message: KafkaRecord,
  { text, index }: MessagePart,
  {
    topic,
    partition,
    reason,
    attempts,
  }: { topic: string; partition: number; reason: string; attempts: number },
): DeadLetter => {
  const origin = originOf(message) ?? { topic, partition, offset: message.offset };
  const place = `${origin.topic}/${origin.partition}/${origin.offset}`;
  const common = { reason, attempts, origin };
  const round = message.headers[ROUND];
  const inRound = (id: string): string => (round === undefined ? id : `${id}~${round}`);
  try {
    const event = readEvent(text);
    return { id: inRound(event.id), event, ...common };
  } catch {
    return { id: inRound(`${place}${index === undefined ? '' : `/${index}`}`), raw: text, ...common };
  }
};
