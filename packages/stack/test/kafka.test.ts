import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent, subscribeTo } from '@qr-attendance/messaging';
import { connectKafkaEventBus } from '@qr-attendance/messaging/kafka';
import { createLogger } from '@qr-attendance/observability';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { canRunKafka } from '../src/infrastructure/kafka-program.ts';
import { provideKafka } from '../src/infrastructure/kafka.ts';

const possible = (await canRunKafka()) && process.platform !== 'win32';
const missing = 'needs Java 17 and Maven';

(possible ? describe : describe.skip)(`the embedded Kafka${possible ? '' : ` (${missing})`}`, () => {
  let dataDir: string;
  const start = () => provideKafka({ given: undefined, dataDir });
  const connect = (brokers: string) =>
    connectKafkaEventBus({ brokers: [brokers], partitions: 3, log: createLogger('test', 'silent') });
  const event = createEvent(userChanged, samples.teacherChanged.id, samples.teacherChanged);
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'qr-kafka-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('the embedded Kafka keeps messages across restarts', async () => {
    const first = await start();
    const publisher = await connect(first.url);
    await publisher.declare('somebody', [userChanged]);
    await publisher.publish(event);
    await publisher.close();
    await first.stop();

    const second = await start();
    const seen: string[] = [];
    const bus = await connect(second.url);
    await bus.subscribe(
      'somebody',
      [
        subscribeTo(userChanged, async (_person, { id }) => {
          seen.push(id);
        }),
      ],
      noDeadLetters,
    );
    await eventually(() => expect(seen).toEqual([event.id]));
    await bus.close();
    await second.stop();
  });

  it('the embedded Kafka is restarted when it is killed, and publisher and consumer continue', async () => {
    const server = await start();
    const bus = await connect(server.url);
    const seen: string[] = [];
    await bus.subscribe(
      'another',
      [
        subscribeTo(userChanged, async (_person, { id }) => {
          seen.push(id);
        }),
      ],
      noDeadLetters,
    );
    await eventually(() => expect(seen).toEqual([event.id]));
    process.kill(server.pid() ?? 0, 'SIGKILL');
    const next = createEvent(userChanged, event.key, { ...samples.teacherChanged, version: 2 });
    await eventually(() => bus.publish(next));
    await eventually(() => expect(seen).toContain(next.id));
    await bus.close();
    await server.stop();
  });
});

it('reports an unavailable Kafka with the name of its variable', async () => {
  await expect(provideKafka({ given: '127.0.0.1:1', dataDir: tmpdir() })).rejects.toThrow(
    'Kafka does not respond at KAFKA_BROKERS.',
  );
});
