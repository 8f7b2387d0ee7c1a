import { expect, test } from '@jest/globals';
import { eventSchema, topics } from '../src/events/index.ts';
import { previousEvents } from '../src/samples/previous.ts';

test('there is an event of the previous version for each topic', () => {
  const told = new Set(previousEvents.map(({ topic }) => topic));
  expect(topics.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
});

test.each(previousEvents.map((event) => [event.topic, event] as const))(
  'an event of the previous version of %s is still read',
  (name, event) => {
    expect(eventSchema.parse(event)).toEqual(event);
    const topic = topics.find((one) => one.name === name);
    expect(topic?.payload.parse(event.payload)).toMatchObject(event.payload as object);
  },
);
