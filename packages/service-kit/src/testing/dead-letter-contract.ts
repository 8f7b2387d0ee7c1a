import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { on, type DeadLetter, type EventBus } from '../bus/event-bus.ts';
import { collect, setUp } from './event-bus-setup.ts';
import { eventually } from './eventually.ts';

/** What every adapter of the bus port does with what could not be handled: part of the contract suite. */
export const describeDeadLetters = (connect: () => Promise<EventBus>): void => {
  describe('dead letters', () => {
    let publisher: EventBus;
    beforeAll(async () => {
      publisher = await connect();
    });
    /** The dead letters of a group, once they fit. */
    const lettersOf = (group: string, fit: (letters: DeadLetter[]) => void): Promise<DeadLetter[]> =>
      eventually(
        async () => {
          const letters = await publisher.deadLetters(group);
          fit(letters);
          return letters;
        },
        { withinMs: 30_000, everyMs: 250 },
      );

    it('puts a poison event aside with its reason and goes on with the others', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      const seen: string[] = [];
      await (
        await connect()
      ).subscribe(group('g'), [
        on(topic, async ({ text }) => {
          if (text === 'poison') throw new Error('cannot swallow this');
          seen.push(text);
        }),
      ]);
      const poison = event('poison');
      await publisher.publish(poison);
      await publisher.publish(event('wholesome'));
      await eventually(() => expect(seen).toEqual(['wholesome']));
      const letter = {
        id: expect.any(String),
        event: poison,
        reason: expect.stringContaining('cannot swallow this'),
        attempts: 3,
        origin: expect.objectContaining({ topic: topic.name }),
      };
      await lettersOf(group('g'), (letters) => expect(letters).toEqual([letter]));
    });

    it('puts an event that is not of its topic at once aside', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      await (await connect()).subscribe(group('g'), [collect(topic, [])]);
      await publisher.publish({ ...event(''), payload: { nothing: 'of it' } });
      await lettersOf(group('g'), (letters) => expect(letters.map(({ attempts }) => attempts)).toEqual([1]));
    });

    it('gives back exactly the dead letters asked for, and only to their group, once the cause is mended', async () => {
      const { topic, event, group } = setUp();
      for (const which of ['g', 'other']) await publisher.declare(group(which), [topic]);
      const seen: string[] = [];
      const others: string[] = [];
      let mended = false;
      const member = await connect();
      await member.subscribe(group('g'), [
        on(topic, async ({ text }) => {
          if (!mended) throw new Error('not yet mended');
          seen.push(text);
        }),
      ]);
      await (await connect()).subscribe(group('other'), [collect(topic, others)]);
      for (const text of ['one', 'two', 'three']) await publisher.publish(event(text));
      const letters = await lettersOf(group('g'), (found) => expect(found).toHaveLength(3));
      mended = true;
      const idOf = (text: string) =>
        letters.find(({ event: dead }) => (dead?.payload as { text: string }).text === text)?.id ?? '';
      expect(await publisher.redrive(group('g'), [idOf('two'), randomUUID()])).toBe(1);
      await eventually(() => expect(seen).toEqual(['two']));
      expect((await publisher.deadLetters(group('g'))).map(({ id }) => id).toSorted()).toEqual(
        [idOf('one'), idOf('three')].toSorted(),
      );
      expect(await publisher.redrive(group('g'), 'all')).toBe(2);
      await eventually(() => expect(seen.toSorted()).toEqual(['one', 'three', 'two']));
      expect(await publisher.deadLetters(group('g'))).toEqual([]);
      expect(await publisher.redrive(group('g'), 'all')).toBe(0);
      expect(others.toSorted()).toEqual(['one', 'three', 'two']);
    });

    it('keeps a dead letter that fails once more, with where it was found first', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      let tries = 0;
      const member = await connect();
      await member.subscribe(group('g'), [
        on(topic, async () => {
          tries += 1;
          throw new Error(`try ${tries}`);
        }),
      ]);
      await publisher.publish(event('stubborn'));
      const untilReason = async (reason: string) => {
        const [letter] = await lettersOf(group('g'), (found) =>
          expect(found.map((dead) => dead.reason)).toEqual([reason]),
        );
        return letter;
      };
      const first = await untilReason('try 3');
      expect(await publisher.redrive(group('g'), [first?.id ?? ''])).toBe(1);
      expect((await untilReason('try 6'))?.origin).toEqual(first?.origin);
    });

    it('keeps a dead letter that fails again while it is still being given back', async () => {
      const { topic, event, group } = setUp();
      await publisher.declare(group('g'), [topic]);
      await (await connect()).subscribe(group('g'), [collect(topic, [])]);
      const bad = event('');
      await publisher.publish({ ...bad, payload: { nothing: 'of it' } });
      const untilThere = async () => {
        const [letter] = await lettersOf(group('g'), (found) => expect(found).toHaveLength(1));
        return letter;
      };
      const ids: (string | undefined)[] = [];
      for (let round = 0; round < 3; round += 1) {
        const letter = await untilThere();
        expect(letter?.event).toMatchObject({ id: bad.id });
        ids.push(letter?.id);
        expect(await publisher.redrive(group('g'), [letter?.id ?? ''])).toBe(1);
      }
      await untilThere();
      // Each time it is another letter: taking the one away that was given back never takes the next along.
      expect(new Set(ids).size).toBe(ids.length);
    }, 90_000);
  });
};
