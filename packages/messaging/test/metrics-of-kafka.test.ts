import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger, createMetrics } from '@qr-attendance/observability';
import { closeServer, serveMetrics } from '@qr-attendance/server';
import { eventually, FAST_SCALE, readMetrics, startTestKafka } from '@qr-attendance/test-kit';
import { connectKafkaEventBus } from '../src/bus/kafka-event-bus.ts';
import { subscribeTo, type EventBus } from '../src/bus/event-bus.ts';
import { watchBus } from '../src/observe/watch-bus.ts';
import { setUp } from './support/event-bus-setup.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';
import { FAST_TIMING } from './support/kafka-timing.ts';

const { brokers, missing } = await startTestKafka();
const log = createLogger('test', 'silent');

(brokers ? describe : describe.skip)(`metrics of a bus on Kafka${missing ? ` (${missing})` : ''}`, () => {
  const open: EventBus[] = [];
  const prefix = `${randomUUID().slice(0, 8)}.`;
  const connect = async () => {
    const settings = {
      brokers: brokers?.split(',') ?? [],
      prefix,
      partitions: 2,
      timing: FAST_TIMING,
      timeScale: FAST_SCALE,
    };
    const bus = await connectKafkaEventBus({ ...settings, log });
    open.push(bus);
    return bus;
  };
  afterAll(() => Promise.all(open.map((bus) => bus.close())));

  it('the lag rises while the consumer is stalled and falls afterwards, and dead letters are counted', async () => {
    const { topic, event, group } = setUp();
    const publisher = await connect();
    await publisher.declare(group('g'), [topic]);
    const database = await openPostgresConsumer();
    const { deadLetters } = database;
    const member = await connect();
    let goOn = () => {};
    const stalled = new Promise<void>((resolve) => (goOn = resolve));
    await member.subscribe(
      group('g'),
      [
        subscribeTo(topic, async ({ text }) => {
          await stalled;
          if (text === 'poison') throw new Error('cannot swallow this');
        }),
      ],
      deadLetters,
    );
    const metrics = createMetrics('test');
    watchBus(metrics, { bus: member, group: group('g'), deadLetters, deadLettersEveryMs: 0 });
    const { server, port } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, log });
    const scrape = () => readMetrics(`http://127.0.0.1:${port}/metrics`);
    const lag = `event_consumer_lag{group="${group('g')}",topic="${topic.name}"}`;
    const letters = `dead_letters{group="${group('g')}"}`;

    for (let n = 0; n < 20; n += 1) await publisher.publish(event(n === 10 ? 'poison' : `event ${n}`));
    await eventually(async () => expect((await scrape()).get(lag)).toBe(20));
    expect((await scrape()).get(letters)).toBe(0);
    goOn();
    await eventually(async () => expect((await scrape()).get(lag)).toBe(0));
    await eventually(async () => expect((await scrape()).get(letters)).toBe(1));
    await closeServer(server, 0);
    await database.close();
  });
});
