import { setTimeout as pause } from 'node:timers/promises';
import type { KafkaMessage } from 'kafkajs';
import { isUnavailable } from '../../db/is-unavailable.ts';
import type { Logger } from '../../logging.ts';
import type { DeadLetter, Subscription } from '../event-bus.ts';
import { isHopeless } from '../is-hopeless.ts';
import { readEvent, toDeadLetter } from './messages.ts';
import type { KafkaTiming } from './settings.ts';

interface Deps {
  subscriptions: Subscription[];
  timing: KafkaTiming;
  /** Resolves when the dead letter is durable. */
  giveUp: (letter: DeadLetter) => Promise<void>;
  log: Logger;
}

/**
 * Handles one message: done, or put aside, when it resolves. A database that is away is waited for, however long, as
 * it says nothing of the event; any other failure counts as a try.
 */
export const makeHandleMessage = ({ subscriptions, timing, giveUp, log }: Deps) => {
  const handlers = new Map(subscriptions.map(({ topic, handle }) => [topic.name, handle]));
  const handle = async (value: Buffer): Promise<void> => {
    const event = readEvent(value);
    const handler = handlers.get(event.topic);
    if (!handler) throw new Error(`nobody here handles ${event.topic}`);
    await handler(event);
  };

  return async (
    { topic, partition, message }: { topic: string; partition: number; message: KafkaMessage },
    signal: AbortSignal,
  ): Promise<void> => {
    // A deletion mark of a compacted topic.
    if (message.value === null) return;
    let delay = timing.retryDelayMs;
    for (let attempts = 1; ;) {
      signal.throwIfAborted();
      try {
        await handle(message.value);
        return;
      } catch (error) {
        const place = { topic, partition, offset: message.offset };
        log.warn({ err: error, ...place, attempts }, 'event not handled');
        if (!isUnavailable(error)) {
          if (isHopeless(error) || attempts >= timing.tries) {
            const reason = error instanceof Error ? error.message : String(error);
            await giveUp(toDeadLetter(message, { topic, partition, reason, attempts }));
            return;
          }
          attempts += 1;
        }
        await pause(delay, undefined, { signal });
        delay = Math.min(delay * 2, timing.maxRetryDelayMs);
      }
    }
  };
};
export type HandleMessage = ReturnType<typeof makeHandleMessage>;
