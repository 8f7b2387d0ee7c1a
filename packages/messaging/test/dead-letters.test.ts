import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeadLetter } from '@qr-attendance/contracts';
import type { DeadLetterStore } from '../src/dead-letters/dead-letter-store.ts';
import { setUp } from './support/event-bus-setup.ts';
import { openMongoDeadLetters, openPostgresConsumer } from './support/consumer-database.ts';

const { topic, event } = setUp();
const letterOf = (text: string): DeadLetter => {
  const dead = event(text);
  return { id: dead.id, event: dead, reason: 'no', attempts: 8, origin: { topic: topic.name } };
};

describe.each([
  ['PostgreSQL', openPostgresConsumer],
  ['MongoDB', openMongoDeadLetters],
])('dead letters in %s', (_name, open) => {
  let deadLetters: DeadLetterStore;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    ({ deadLetters, close } = await open());
  });
  afterAll(() => close());

  it('are paged, oldest first, even if the letters of a page are removed in between', async () => {
    const letters = ['one', 'two', 'three', 'four', 'five'].map(letterOf);
    for (const letter of letters) await deadLetters.add(letter);
    const first = await deadLetters.list({ limit: 2 });
    const listed = [...first.letters];
    await deadLetters.remove(first.letters.map(({ id }) => id));
    for (let after = first.next; after !== undefined;) {
      const page = await deadLetters.list({ limit: 2, after });
      listed.push(...page.letters);
      after = page.next;
    }
    expect(listed.map(({ id }) => id).toSorted()).toEqual(letters.map(({ id }) => id).toSorted());
    expect(await deadLetters.count()).toBe(3);
    expect(await deadLetters.remove([...letters.map(({ id }) => id), 'nobody'])).toBe(3);
  });

  it('are stored once, with the last reason, whatever the message contains', async () => {
    const raw: DeadLetter = {
      id: 'a.topic/0/17',
      raw: '{ not json \u0000 \ud800',
      reason: 'first',
      attempts: 1,
      origin: { topic: 'a.topic', partition: 0, offset: '17' },
    };
    await deadLetters.add(raw);
    await deadLetters.add({ ...raw, reason: 'second', attempts: 2 });
    expect(await deadLetters.find([raw.id, 'another'])).toEqual([{ ...raw, reason: 'second', attempts: 2 }]);
    expect(await deadLetters.remove([raw.id])).toBe(1);
  });

  it('are deleted together with their person, without affecting others', async () => {
    const person = randomUUID();
    const [about, other] = [letterOf(`a mark of ${person}`), letterOf('a mark of somebody else')];
    for (const letter of [about, other]) await deadLetters.add(letter);
    await deadLetters.removeAbout(person);
    expect((await deadLetters.list({ limit: 10 })).letters).toEqual([other]);
  });
});
