import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { eventually, noDeadLetters, startTestKafka } from '@qr-attendance/test-kit';
import type { EventBus } from '../src/bus/event-bus.ts';
import { connectKafkaEventBus } from '../src/bus/kafka-event-bus.ts';
import { collect, setUp } from './support/event-bus-setup.ts';
import { FAST_TIMING } from './support/kafka-timing.ts';

const { brokers, missing } = await startTestKafka();
const prefix = `${randomUUID().slice(0, 8)}.`;
/** Kafka accepts about half of this size in a message, and in all messages of a batch for one partition. */
const TOO_LARGE = 2_000_000;

if (brokers)
  describe('events published together', () => {
    const open: EventBus[] = [];
    afterAll(() => Promise.all(open.map((bus) => bus.close())));

    const listen = async (inBatches: boolean) => {
      const { topic, event, group } = setUp();
      const bus = await connectKafkaEventBus({
        brokers: brokers.split(','),
        prefix,
        partitions: 1,
        timing: FAST_TIMING,
        inBatches: () => inBatches,
        log: createLogger('test', 'silent'),
      });
      open.push(bus);
      const seen: string[] = [];
      await bus.declare(group('g'), [topic]);
      await bus.subscribe(group('g'), [collect(topic, seen)], noDeadLetters);
      return { seen, publish: (text: string) => bus.publish(event(text)) };
    };

    it.each([
      ['states in separate messages', false],
      ['facts in shared messages', true],
    ])('%s: only the event that is too large is rejected, and all others arrive', async (_how, inBatches) => {
      const { seen, publish } = await listen(inBatches);
      const small = Array.from({ length: 20 }, (_none, index) => `event ${index}`);
      const texts = [...small.slice(0, 10), 'x'.repeat(TOO_LARGE), ...small.slice(10)];
      const results = await Promise.allSettled(texts.map(publish));
      const rejected = texts.filter((_text, index) => results[index]?.status === 'rejected');
      expect(rejected.map(({ length }) => length)).toEqual([TOO_LARGE]);
      await publish('later');
      await eventually(() => expect(new Set(seen)).toEqual(new Set([...small, 'later'])));
    });

    it('all arrive if only their sum is too large', async () => {
      const { seen, publish } = await listen(false);
      const letters = ['a', 'b', 'c', 'd'];
      await Promise.all(letters.map((letter) => publish(letter.repeat(TOO_LARGE / 4))));
      await eventually(() => expect(new Set(seen.map((text) => text[0]))).toEqual(new Set(letters)));
    });
  });
else describe.skip('large events on Kafka', () => it(missing ?? '', () => undefined));
