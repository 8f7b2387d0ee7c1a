import { randomUUID } from 'node:crypto';
import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { makeEvent, on } from '@qr-attendance/messaging';
import { connectKafkaEventBus, type KafkaSettings } from '@qr-attendance/messaging/kafka';
import { createLogger } from '@qr-attendance/observability';
import { noDeadLetters, startTestKafka } from '@qr-attendance/test-kit';
import { z } from 'zod';
import type { Bench, Findings } from '../bench.ts';
import { median } from '../measure/statistics.ts';

const CLIENTS = ['kafkajs', 'platformatic'] as const satisfies KafkaSettings['client'][];
type Client = (typeof CLIENTS)[number];
const FULL = { events: 200_000, rounds: 5 };
const SHORT = { events: 500, rounds: 1 };
/** Events that are published at a time, as by the relay of a busy service. */
const AT_ONCE = 500;
const PARTITIONS = 3;

const payload = z.object({
  version: z.number(),
  sessionId: z.string(),
  studentId: z.string(),
  status: z.string(),
});
const log = createLogger('bench', 'silent');

interface Measured {
  /** Events a second. */
  published: number;
  /** From the first that came. */
  consumed: number;
  /** Seconds until the first came: the group is joined, and positions are asked for. */
  joining: number;
  /** Milliseconds of this process's CPU for a thousand events. */
  publishingCpu: number;
  consumingCpu: number;
}

/** @returns tells how long ago this was, by the clock and of this process's CPU, in seconds */
const startClock = () => {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return (): { took: number; cpu: number } => {
    const { user, system } = process.cpuUsage(before);
    return { took: (performance.now() - began) / 1_000, cpu: (user + system) / 1e6 };
  };
};

/** Publishes events to a topic of its own, and has one member hear all of them from the first. */
const measureClient = async (client: Client, brokers: string[], count: number): Promise<Measured> => {
  const prefix = `b${randomUUID().slice(0, 8)}.`;
  const topic = defineTopic('bench.happened', 'state', payload);
  const settings = { client, brokers, prefix, partitions: PARTITIONS, log };
  const events: Event[] = Array.from({ length: count }, () => {
    const studentId = randomUUID();
    return makeEvent(topic, studentId, { version: 1, sessionId: 'a session', studentId, status: 'PRESENT' });
  });
  const publisher = await connectKafkaEventBus(settings);
  await publisher.declare('bench', [topic]);
  const untilPublished = startClock();
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(events.slice(first, first + AT_ONCE).map((event) => publisher.publish(event)));
  const publishing = untilPublished();
  await publisher.close();

  const member = await connectKafkaEventBus(settings);
  const all = Promise.withResolvers<void>();
  const heard = new Set<string>();
  const untilFirst = startClock();
  let joining = 0;
  let untilAll = startClock();
  const note = on(topic, async ({ studentId }) => {
    if (heard.size === 0) {
      joining = untilFirst().took;
      untilAll = startClock();
    }
    heard.add(studentId);
    if (heard.size === count) all.resolve();
  });
  await member.subscribe('bench', [note], noDeadLetters);
  await all.promise;
  const consuming = untilAll();
  await member.close();
  const perThousand = ({ cpu }: { cpu: number }): number => (cpu * 1e6) / count;
  return {
    published: count / publishing.took,
    consumed: count / consuming.took,
    joining,
    publishingCpu: perThousand(publishing),
    consumingCpu: perThousand(consuming),
  };
};

const describe = (found: Record<Client, Measured[]>, count: number): Findings => {
  const mid = (client: Client, of: keyof Measured): number => median(found[client].map((one) => one[of]));
  return {
    tables: [
      {
        title: `${count} events by each client of Kafka, medians of ${found.kafkajs.length} rounds in turn`,
        heads: [
          '',
          'published a second',
          'ms CPU a thousand',
          'first event after',
          'consumed a second',
          'ms CPU a thousand',
        ],
        rows: CLIENTS.map((client) => [
          client,
          mid(client, 'published').toFixed(0),
          mid(client, 'publishingCpu').toFixed(0),
          `${mid(client, 'joining').toFixed(2)} s`,
          mid(client, 'consumed').toFixed(0),
          mid(client, 'consumingCpu').toFixed(0),
        ]),
      },
    ],
    goals: (['published', 'consumed'] as const).map((what) => {
      const ratio = mid('platformatic', what) / mid('kafkajs', what);
      return {
        goal: `events ${what} a second by @platformatic/kafka at least as many as by kafkajs`,
        found: ratio.toFixed(2),
        met: ratio >= 1,
      };
    }),
  };
};

export const kafkaClientsBench: Bench = {
  name: 'kafka-clients',
  about: 'how fast does each client of Kafka publish and consume?',
  run: async ({ short, tell }) => {
    const { events, rounds } = short ? SHORT : FULL;
    const { brokers, missing } = await startTestKafka();
    if (!brokers) throw new Error(`Kafka is needed: ${missing}`);
    const found: Record<Client, Measured[]> = { kafkajs: [], platformatic: [] };
    for (let round = 1; round <= rounds; round++)
      for (const client of CLIENTS) {
        found[client].push(await measureClient(client, brokers.split(','), events));
        tell(`round ${round}: ${client}`);
      }
    return describe(found, events);
  },
};
