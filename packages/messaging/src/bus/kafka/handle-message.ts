import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Subscription } from '../event-bus.ts';
import { pauseAfter, type RetrySchedule } from '../retry-schedule.ts';
import { NO_ATTEMPTS, type Outcome, type TryEvent } from '../try-event.ts';
import type { KafkaRecord } from './handle-batch.ts';
import { type MessagePart, messagePartsOf, readEvent, toDeadLetter } from './messages.ts';

/** Leaves most database connections to requests and live events during a replay. */
const BULK_CONCURRENCY = 4;

interface Deps {
  subscriptions: Subscription[];
  tryEvent: TryEvent;
  schedule: RetrySchedule;
}

/**
 * Resolves when the message is handled or stored as a dead letter. Meanwhile its partition waits, but other
 * keys of the batch do not.
 */
export const createHandleMessage = ({ subscriptions, tryEvent, schedule }: Deps) => {
  const handlers = new Map(subscriptions.map(({ topic, handle }) => [topic.name, handle]));
  const bulk = pLimit(BULK_CONCURRENCY);
  const handle = async (text: string): Promise<void> => {
    const event = readEvent(text);
    const handler = handlers.get(event.topic);
    if (!handler) throw new Error(`no handler of ${event.topic}`);
    await (event.bulk === true ? bulk(() => handler(event)) : handler(event));
  };

  type ReceivedMessage = { topic: string; partition: number; message: KafkaRecord };
  const handlePart = async (
    { topic, partition, message }: ReceivedMessage,
    part: MessagePart,
    signal: AbortSignal,
  ): Promise<void> => {
    const { value, offset } = message;
    let tries = NO_ATTEMPTS;
    const attempt = (): Promise<Outcome> =>
      tryEvent({
        // A tombstone of a compacted topic requires no handling.
        handle: () => (value === null ? Promise.resolve() : handle(part.text)),
        tries,
        toLetter: (why) => toDeadLetter(message, part, { topic, partition, ...why }),
        about: { topic, partition, offset },
      });
    for (let pauses = 0; ;) {
      signal.throwIfAborted();
      const outcome = await attempt();
      if (outcome.kind === 'done') return;
      if (outcome.kind === 'again') tries = outcome.tries;
      pauses = outcome.kind === 'unavailable' ? pauses + 1 : 0;
      const waitMs = outcome.kind === 'again' ? outcome.afterMs : pauseAfter(schedule.unavailable, pauses);
      await pause(waitMs, undefined, { signal });
    }
  };

  return async (place: ReceivedMessage, signal: AbortSignal): Promise<void> => {
    await Promise.all(messagePartsOf(place.message).map((part) => handlePart(place, part, signal)));
  };
};
