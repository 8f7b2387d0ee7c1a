import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@qr-attendance/contracts/events';
import { type BusUnderTest, type ConsumerDatabase, eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { subscribeTo, type EventBus } from '../../src/bus/event-bus.ts';
import { collect, setUp } from './event-bus-setup.ts';

interface Bench {
  connect: () => Promise<EventBus>;
  connectInBatches: () => Promise<EventBus>;
  openDatabase: BusUnderTest['openDatabase'];
}

export const describeBatches = ({ connect, connectInBatches, openDatabase }: Bench): void => {
  describe('events in shared messages', () => {
    let publisher: EventBus;
    let database: ConsumerDatabase;
    beforeAll(async () => {
      publisher = await connectInBatches();
      database = await openDatabase();
    });
    const publishAll = (events: Event[]) => Promise.all(events.map((event) => publisher.publish(event)));
    const many = (event: ReturnType<typeof setUp>['event'], count = 150) =>
      Array.from({ length: count }, (_event, index) => event(`event ${index}`));

    it('are delivered one by one, unchanged, once per group, like events in separate messages', async () => {
      const { topic, event, group } = setUp();
      for (const which of ['a', 'b']) await publisher.declare(group(which), [topic]);
      const seen = { a: [] as Event[], b: [] as Event[] };
      for (const which of ['a', 'b'] as const)
        await (
          await connect()
        ).subscribe(
          group(which),
          [
            subscribeTo(topic, async (_payload, whole) => {
              seen[which].push(whole);
            }),
          ],
          noDeadLetters,
        );
      const events = many(event);
      const alone = event('alone');
      await publishAll(events);
      await (await connect()).publish(alone);
      const byId = (all: Event[]) => all.toSorted((one, other) => one.id.localeCompare(other.id));
      await eventually(() => {
        expect(byId(seen.a)).toEqual(byId([...events, alone]));
        expect(byId(seen.b)).toEqual(byId([...events, alone]));
      });
    });

    it('are all handled except an event that always fails, which becomes a dead letter', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const seen = new Set<string>();
      const handle = subscribeTo(topic, async ({ text }) => {
        if (text === 'event 3') throw new Error('cannot swallow this');
        seen.add(text);
      });
      await (await connect()).subscribe(group('g'), [handle], database.deadLetters);
      const events = many(event, 10);
      const strange = { ...event(''), payload: { nothing: 'of it' } };
      await publishAll([...events, strange]);
      await eventually(async () => {
        expect(seen.size).toBe(9);
        const { letters } = await database.deadLetters.list({ limit: 100 });
        const own = letters.filter(({ origin }) => origin.topic === topic.name);
        expect(own.map((letter) => letter.event?.id).toSorted()).toEqual(
          [events[3]!.id, strange.id].toSorted(),
        );
      });
    });

    it('are retried until each is handled if one fails', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const seen: string[] = [];
      let failures = 0;
      const handle = subscribeTo(topic, async ({ text }) => {
        if (text === 'event 1' && failures < 2) {
          failures += 1;
          throw new Error('not this time');
        }
        seen.push(text);
      });
      await (await connect()).subscribe(group('g'), [handle], noDeadLetters);
      await publishAll(many(event, 3));
      await eventually(() => expect(new Set(seen)).toEqual(new Set(['event 0', 'event 1', 'event 2'])));
      expect(failures).toBe(2);
    });

    it('wait for a group that is currently not running', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('late'), [topic]);
      await publishAll(many(event, 20));
      const seen: string[] = [];
      await (await connect()).subscribe(group('late'), [collect(topic, seen)], noDeadLetters);
      await eventually(() => expect(new Set(seen).size).toBe(20));
    });
  });
};
