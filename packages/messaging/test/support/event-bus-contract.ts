import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@qr-attendance/contracts/events';
import { subscribeTo, type EventBus } from '../../src/bus/event-bus.ts';
import {
  type BusUnderTest,
  type ConsumerDatabase,
  eventually,
  FAST_SCALE,
  noDeadLetters,
} from '@qr-attendance/test-kit';
import { describeBatches } from './batch-contract.ts';
import { describeDeadLetters } from './dead-letter-contract.ts';
import { collect, setUp } from './event-bus-setup.ts';
import { describeOutages } from './outage-contract.ts';

export const describeEventBusContract = (name: string, bus: BusUnderTest): void => {
  describe(`event bus on ${name}`, () => {
    const connections: EventBus[] = [];
    const databases: ConsumerDatabase[] = [];
    const openDatabase = async (): Promise<ConsumerDatabase> => {
      const database = await bus.openDatabase();
      databases.push(database);
      return database;
    };
    const connect = async (timeScale = FAST_SCALE, inBatches = false): Promise<EventBus> => {
      const connection = await bus.connect(timeScale, () => inBatches);
      connections.push(connection);
      return connection;
    };
    let publisher: EventBus;

    beforeAll(async () => {
      publisher = await connect();
    });
    afterAll(async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await Promise.all(databases.map((database) => database.close()));
    });

    it('delivers every event to one member of every group', async () => {
      const { topic, event, group } = setUp();
      const [first, second, third] = [await connect(), await connect(), await connect()];
      for (const which of ['a', 'b']) await publisher.declare(group(which), [topic]);
      const seen = { a1: [] as string[], a2: [] as string[], b: [] as string[] };
      await first.subscribe(group('a'), [collect(topic, seen.a1)], noDeadLetters);
      await second.subscribe(group('a'), [collect(topic, seen.a2)], noDeadLetters);
      await third.subscribe(group('b'), [collect(topic, seen.b)], noDeadLetters);
      const texts = Array.from({ length: 30 }, (_text, index) => `event ${index}`);
      await Promise.all(texts.map((text) => publisher.publish(event(text))));
      await eventually(() => {
        expect([...seen.a1, ...seen.a2].toSorted()).toEqual(texts.toSorted());
        expect(seen.b.toSorted()).toEqual(texts.toSorted());
      });
    });

    it('keeps events for a declared group that is not running', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('late'), [topic]);
      await publisher.publish(event('while away'));
      const seen: string[] = [];
      await (await connect()).subscribe(group('late'), [collect(topic, seen)], noDeadLetters);
      await eventually(() => expect(seen).toEqual(['while away']));
    });

    it('passes on the trace of an event', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('traced'), [topic]);
      const traces: (string | undefined)[] = [];
      const note = subscribeTo(topic, async (_payload, { trace }) => {
        traces.push(trace);
      });
      await (await connect()).subscribe(group('traced'), [note], noDeadLetters);
      const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      await publisher.publish({ ...event('traced'), trace });
      await eventually(() => expect(traces).toEqual([trace]));
      await publisher.publish(event('untraced'));
      await eventually(() => expect(traces).toEqual([trace, undefined]));
    });

    it('publishes to a topic without subscribers', async () => {
      await expect(publisher.publish(setUp().event('unsubscribed'))).resolves.toBeUndefined();
    });

    it('accepts the same event twice, as after a crash between publishing and removing', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const twice = event('twice');
      await publisher.publish(twice);
      await publisher.publish(twice);
      const ids = new Set<string>();
      const seen: string[] = [];
      await (
        await connect()
      ).subscribe(
        group('g'),
        [
          subscribeTo(topic, async ({ text }, { id }) => {
            ids.add(id);
            seen.push(text);
          }),
        ],
        noDeadLetters,
      );
      await publisher.publish(event('last'));
      await eventually(() => expect(seen).toContain('last'));
      expect(ids.size).toBe(2);
    });

    it('delivers the envelope unchanged', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const sent = event('whole', 'the key');
      const received: Event[] = [];
      await (
        await connect()
      ).subscribe(
        group('g'),
        [
          subscribeTo(topic, async (_payload, whole) => {
            received.push(whole);
          }),
        ],
        noDeadLetters,
      );
      await publisher.publish(sent);
      await eventually(() => expect(received).toEqual([sent]));
    });

    it('retries an event after its handler failed', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      let tries = 0;
      await (
        await connect()
      ).subscribe(
        group('g'),
        [
          subscribeTo(topic, async () => {
            tries += 1;
            if (tries === 1) throw new Error('not this time');
          }),
        ],
        noDeadLetters,
      );
      await publisher.publish(event('stubborn'));
      await eventually(() => expect(tries).toBe(2));
    });

    describeDeadLetters({ connect, openDatabase });
    describeBatches({ connect, connectInBatches: () => connect(FAST_SCALE, true), openDatabase });
    describeOutages({ connect, openDatabase });

    it('reports how many events a group has yet to handle', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (let index = 0; index < 60; index += 1) await publisher.publish(event(`event ${index}`, 'one key'));
      const member = await connect();
      await member.subscribe(group('g'), [subscribeTo(topic, () => gate)], noDeadLetters);
      const waiting = async () =>
        (await member.lag()).filter(({ topic: name }) => name === topic.name).map(({ events }) => events);
      await eventually(async () => expect((await waiting())[0]).toBeGreaterThan(0));
      release();
      await eventually(async () => expect(await waiting()).toEqual([0]));
    });

    it('delivers the remaining events of a closed member to another member', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const leaver = await bus.connect(FAST_SCALE, () => false);
      const before: string[] = [];
      await leaver.subscribe(group('g'), [collect(topic, before)], noDeadLetters);
      await publisher.publish(event('before'));
      await eventually(() => expect(before).toEqual(['before']));
      await leaver.close();
      await publisher.publish(event('after'));
      const after: string[] = [];
      await (await connect()).subscribe(group('g'), [collect(topic, after)], noDeadLetters);
      await eventually(() => expect(after).toEqual(['after']));
    });
  });
};
