import type { DeadLetter } from '@qr-attendance/contracts';
import { eventSchema, type Event } from '@qr-attendance/contracts/events';
import { membersOf, type Message } from '../event-batch.ts';
import type { NewRecord } from './connect-client.ts';
import type { KafkaRecord } from './handle-batch.ts';

/** @throws ZodError or SyntaxError if the text is not an event */
export const readEvent = (text: string): Event => eventSchema.parse(JSON.parse(text));

const TRACE = 'traceparent';

export const toRecord = (topic: string, message: Message): NewRecord => {
  const value = JSON.stringify(message);
  if (!('key' in message)) return { topic, key: message.id, value };
  const { key, trace } = message;
  return { topic, key, value, ...(trace === undefined ? {} : { headers: { [TRACE]: trace } }) };
};

export interface MessagePart {
  text: string;
  index?: number;
}
export const messagePartsOf = ({ value }: KafkaRecord): MessagePart[] => {
  const text = value?.toString() ?? '';
  try {
    const message: unknown = JSON.parse(text);
    const members = membersOf(message);
    if (members[0] !== message)
      return members.map((member, index) => ({ text: JSON.stringify(member), index }));
  } catch {
    // The handler reports text that is not JSON.
  }
  return [{ text }];
};

/** The id depends only on the message, so a repeated dead letter replaces itself. */
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
  const { offset } = message;
  const common = { reason, attempts, origin: { topic, partition, offset } };
  try {
    const event = readEvent(text);
    return { id: event.id, event, ...common };
  } catch {
    const place = `${topic}/${partition}/${offset}`;
    return { id: index === undefined ? place : `${place}/${index}`, raw: text, ...common };
  }
};
