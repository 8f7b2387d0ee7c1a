import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import {
  type ConsumerDatabase,
  eventually,
  FAST_SCALE,
  noDeadLetters,
  startTestKafka,
} from '@qr-attendance/test-kit';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { z } from 'zod';
import { connectKafkaEventBus } from '../src/bus/kafka-event-bus.ts';
import { createEvent } from '../src/outbox/create-event.ts';
import { subscribeTo, type EventBus } from '../src/bus/event-bus.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';
import { FAST_TIMING } from './support/kafka-timing.ts';

const { brokers = '', missing } = await startTestKafka();
const log = createLogger('test', 'silent');
const prefix = `${randomUUID().slice(0, 8)}.`;
const payload = z.object({ text: z.string(), version: z.number() });
const setUp = (kind: 'state' | 'fact' = 'fact') => {
  const id = randomUUID().slice(0, 8);
  const topic = defineTopic(`test-${id}.happened`, kind, payload);
  const event = (text: string, key: string, version = 1): Event => createEvent(topic, key, { text, version });
  return { topic, event, group: `g-${id}`, name: prefix + topic.name };
};

(missing ? describe.skip : describe)(
  `Kafka beyond the contract of the bus${missing ? ` (${missing})` : ''}`,
  () => {
    const connections: EventBus[] = [];
    const connect = async () => {
      const settings = {
        brokers: brokers.split(','),
        prefix,
        partitions: 3,
        timing: FAST_TIMING,
        timeScale: FAST_SCALE,
        log,
      };
      const bus = await connectKafkaEventBus(settings);
      connections.push(bus);
      return bus;
    };
    const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    let stranger: Producer;
    let bus: EventBus;
    let database: ConsumerDatabase;
    beforeAll(async () => {
      database = await openPostgresConsumer();
      stranger = kafka.producer();
      await Promise.all([admin.connect(), stranger.connect()]);
      bus = await connect();
    });
    afterAll(async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await Promise.all([admin.disconnect(), stranger.disconnect(), database.close()]);
    });

    it('turns a message that is not an event into a dead letter with its origin, without blocking others', async () => {
      const { topic, event, group, name } = setUp();
      await bus.declare(group, [topic]);
      const messages = ['{ not json', '{"valid":"json"}'].map((value) => ({ key: 'k', value }));
      const misshapen = { ...event('', 'k'), payload: { nothing: 'of the topic' } };
      await stranger.send({
        topic: name,
        messages: [...messages, { key: 'k', value: JSON.stringify(misshapen) }, { key: 'k', value: null }],
      });
      await bus.publish(event('good', 'k'));
      const seen: string[] = [];
      await bus.subscribe(
        group,
        [
          subscribeTo(topic, async ({ text }) => {
            seen.push(text);
          }),
        ],
        database.deadLetters,
      );
      await eventually(() => expect(seen).toEqual(['good']));
      const { letters } = await database.deadLetters.list({ limit: 10 });
      // Letters stored in the same millisecond have no order.
      expect(new Set(letters.map(({ raw, event: dead }) => raw ?? dead?.id))).toEqual(
        new Set(['{ not json', '{"valid":"json"}', misshapen.id]),
      );
      const origin = { topic: topic.name, partition: expect.any(Number), offset: '1' };
      expect(letters.find(({ raw }) => raw === '{"valid":"json"}')).toMatchObject({
        attempts: 1,
        origin,
        id: expect.stringContaining(`${topic.name}/`),
      });
    });

    it('keeps the order of events with one key, and a slow key delays no other key', async () => {
      const { topic, event, group } = setUp();
      await bus.declare(group, [topic]);
      const keys = Array.from({ length: 12 }, (_key, index) => `key ${index}`);
      for (const version of [1, 2, 3])
        await Promise.all(keys.map((key) => bus.publish(event(key, key, version))));
      const seen: string[] = [];
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      await bus.subscribe(
        group,
        [
          subscribeTo(topic, async ({ text, version }) => {
            if (text === 'key 0') await gate;
            seen.push(`${text} ${version}`);
          }),
        ],
        noDeadLetters,
      );
      await eventually(() => expect(seen).toHaveLength(33));
      release();
      await eventually(() => expect(seen).toHaveLength(36));
      for (const key of keys)
        expect(seen.filter((one) => one.startsWith(`${key} `))).toEqual(
          [1, 2, 3].map((version) => `${key} ${version}`),
        );
    });

    it('hands an event that is being retried to another member when the retrying member closes', async () => {
      const { topic, event, group } = setUp();
      await bus.declare(group, [topic]);
      const leaver = await connect();
      let tries = 0;
      await leaver.subscribe(
        group,
        [
          subscribeTo(topic, async () => {
            tries += 1;
            throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
          }),
        ],
        noDeadLetters,
      );
      await bus.publish(event('left over', 'k'));
      await eventually(() => expect(tries).toBeGreaterThan(2));
      await leaver.close();
      const seen: string[] = [];
      await (
        await connect()
      ).subscribe(
        group,
        [
          subscribeTo(topic, async ({ text }) => {
            seen.push(text);
          }),
        ],
        noDeadLetters,
      );
      await eventually(() => expect(seen).toEqual(['left over']));
    });

    it('shares a group among members, and another member takes over when one leaves', async () => {
      const { topic, event, group } = setUp();
      await bus.declare(group, [topic]);
      const received: { member: string; text: string }[] = [];
      const join = async (member: string) => {
        const joined = await connect();
        const record = subscribeTo(topic, async ({ text }) => {
          received.push({ member, text });
        });
        await joined.subscribe(group, [record], noDeadLetters);
        return joined;
      };
      const publishUntil = async (round: string, members: string[]) => {
        const published: string[] = [];
        const hasReceived = (member: string) =>
          received.some((entry) => entry.member === member && entry.text.startsWith(`${round} `));
        await eventually(async () => {
          const text = `${round} ${published.length}`;
          await bus.publish(event(text, text));
          published.push(text);
          expect(members.every(hasReceived)).toBe(true);
        });
        const texts = () => new Set(received.map(({ text }) => text));
        await eventually(() => expect(published.filter((text) => !texts().has(text))).toEqual([]));
      };
      const leaver = await join('first');
      await publishUntil('alone', ['first']);
      await join('second');
      await publishUntil('both', ['first', 'second']);
      await leaver.close();
      await publishUntil('left', ['second']);
    });

    it('sends a new group all state, but only new facts', async () => {
      const [state, fact] = [setUp('state'), setUp('fact')];
      await bus.declare('somebody', [state.topic, fact.topic]);
      await bus.publish(state.event('old state', 'k'));
      await bus.publish(fact.event('old fact', 'k'));
      await bus.declare(state.group, [state.topic, fact.topic]);
      await bus.publish(fact.event('new fact', 'k'));
      await bus.declare(state.group, [state.topic, fact.topic]);
      const seen: string[] = [];
      await bus.subscribe(
        state.group,
        [state.topic, fact.topic].map((topic) =>
          subscribeTo(topic, async ({ text }) => {
            seen.push(text);
          }),
        ),
        noDeadLetters,
      );
      await eventually(() => expect(seen.toSorted()).toEqual(['new fact', 'old state']));
    });

    it('compacts state topics, and keeps facts for a limited time', async () => {
      const [state, fact] = [setUp('state'), setUp('fact')];
      await bus.declare('somebody', [state.topic, fact.topic]);
      const policyOf = async (topic: string) => {
        const { resources } = await admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: 2, name: topic, configNames: ['cleanup.policy'] }],
        });
        return resources[0]?.configEntries[0]?.configValue;
      };
      expect([await policyOf(state.name), await policyOf(fact.name)]).toEqual(['compact', 'delete']);
      const { topics } = await admin.fetchTopicMetadata({ topics: [state.name] });
      expect(topics[0]?.partitions).toHaveLength(3);
    });
  },
);
