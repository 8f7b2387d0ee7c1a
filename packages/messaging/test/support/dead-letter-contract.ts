import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DeadLetter } from '@qr-attendance/contracts';
import { subscribeTo, type EventBus } from '../../src/bus/event-bus.ts';
import type { DeadLetterStore } from '../../src/dead-letters/dead-letter-store.ts';
import { type BusUnderTest, type ConsumerDatabase, eventually } from '@qr-attendance/test-kit';
import { collect, setUp } from './event-bus-setup.ts';

interface Bench {
  connect: () => Promise<EventBus>;
  openDatabase: BusUnderTest['openDatabase'];
}

export const describeDeadLetters = ({ connect, openDatabase }: Bench): void => {
  describe('dead letters', () => {
    let publisher: EventBus;
    let database: ConsumerDatabase;
    let deadLetters: DeadLetterStore;
    beforeAll(async () => {
      publisher = await connect();
      database = await openDatabase();
      deadLetters = database.deadLetters;
    });
    const lettersOf = (topic: string, fit: (letters: DeadLetter[]) => void): Promise<DeadLetter[]> =>
      eventually(async () => {
        const { letters } = await deadLetters.list({ limit: 100 });
        const found = letters.filter(({ origin }) => origin.topic === topic);
        fit(found);
        return found;
      });

    it('include a poison event with its reason, and other events are handled', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const seen: string[] = [];
      const handle = subscribeTo(topic, async ({ text }) => {
        if (text === 'poison') throw new Error('cannot swallow this');
        seen.push(text);
      });
      await (await connect()).subscribe(group('g'), [handle], deadLetters);
      const poison = event('poison');
      await publisher.publish(poison);
      await publisher.publish(event('wholesome'));
      await eventually(() => expect(seen).toEqual(['wholesome']));
      const letter = {
        id: poison.id,
        event: poison,
        reason: expect.stringContaining('cannot swallow this'),
        attempts: 8,
        origin: expect.objectContaining({ topic: topic.name }),
      };
      await lettersOf(topic.name, (letters) => expect(letters).toEqual([letter]));
    });

    it('include an event that does not match its topic after the first attempt', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      await (await connect()).subscribe(group('g'), [collect(topic, [])], deadLetters);
      await publisher.publish({ ...event(''), payload: { nothing: 'of it' } });
      await lettersOf(topic.name, (letters) => expect(letters.map(({ attempts }) => attempts)).toEqual([1]));
    });

    it('keep characters that PostgreSQL cannot store in text', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const broken = async () => Promise.reject(new Error('no: \u0000 \ud800'));
      await (await connect()).subscribe(group('g'), [subscribeTo(topic, broken)], deadLetters);
      const odd = event('an odd one');
      await publisher.publish(odd);
      const [letter] = await lettersOf(topic.name, (letters) => expect(letters).toHaveLength(1));
      expect(letter).toMatchObject({ event: odd, reason: 'no: \u0000 \ud800' });
    });

    it('are stored later, and their events wait, while the database is unreachable', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const own = await openDatabase();
      let tries = 0;
      const handle = subscribeTo(topic, async () => {
        tries += 1;
        throw new Error('cannot swallow this');
      });
      own.cut();
      await (await connect()).subscribe(group('g'), [handle], own.deadLetters);
      const poison = event('poison');
      await publisher.publish(poison);
      await eventually(() => expect(tries).toBeGreaterThan(8));
      own.fix();
      await eventually(async () => {
        const { letters } = await own.deadLetters.list({ limit: 10 });
        expect(letters.map(({ id }) => id)).toEqual([poison.id]);
      });
    });
  });
};
