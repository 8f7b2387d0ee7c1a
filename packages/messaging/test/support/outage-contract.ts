import { beforeAll, describe, expect, it } from '@jest/globals';
import { subscribeTo, type EventBus } from '../../src/bus/event-bus.ts';
import { type BusUnderTest, type ConsumerDatabase, eventually } from '@qr-attendance/test-kit';
import { setUp } from './event-bus-setup.ts';

const OUTAGE_MS = 15 * 60_000;
const OUTAGE_SCALE = 1 / 60;
const EVENTS = 150;

interface Bench {
  connect: (timeScale?: number) => Promise<EventBus>;
  openDatabase: BusUnderTest['openDatabase'];
}

export const describeOutages = ({ connect, openDatabase }: Bench): void => {
  describe('while the database of a consumer fails', () => {
    let publisher: EventBus;
    let database: ConsumerDatabase;
    beforeAll(async () => {
      publisher = await connect();
      database = await openDatabase();
    });

    it('no event is lost or abandoned during an outage of 15 minutes', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const member = await connect(OUTAGE_SCALE);
      const handle = subscribeTo(topic, (_payload, { id }) => database.note(id));
      await member.subscribe(group('g'), [handle], database.deadLetters);
      const events = Array.from({ length: EVENTS }, (_none, index) =>
        event(`event ${index}`, `key ${index % 40}`),
      );
      const third = EVENTS / 3;
      for (const earlyEvent of events.slice(0, third)) await publisher.publish(earlyEvent);
      database.cut();
      const fixed = new Promise((resolve) => setTimeout(resolve, OUTAGE_MS * OUTAGE_SCALE)).then(
        database.fix,
      );
      for (const lateEvent of events.slice(third)) await publisher.publish(lateEvent);
      await fixed;
      const ids = events.map(({ id }) => id).toSorted();
      await eventually(async () => expect((await database.noted()).toSorted()).toEqual(ids));
      expect(await database.deadLetters.count()).toBe(0);
      await member.close();
    });

    it('an event whose statement always times out becomes a dead letter, and other events are handled', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const member = await connect();
      await member.subscribe(
        group('g'),
        [
          subscribeTo(topic, ({ text }, { id }) =>
            text === 'slow' ? database.tooSlow() : database.note(id),
          ),
        ],
        database.deadLetters,
      );
      const [slow, quick, later] = [event('slow', 'k'), event('quick', 'another key'), event('later', 'k')];
      for (const nextEvent of [slow, quick, later]) await publisher.publish(nextEvent);
      await eventually(async () => {
        const { letters } = await database.deadLetters.list({ limit: 10 });
        expect(letters).toMatchObject([
          { id: slow.id, reason: expect.stringContaining('statement timeout') },
        ]);
        expect(await database.noted()).toEqual(expect.arrayContaining([quick.id, later.id]));
      });
    });
  });
};
