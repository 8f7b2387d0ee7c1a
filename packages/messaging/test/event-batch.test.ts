import { describe, expect, it } from '@jest/globals';
import { toMessages } from '../src/bus/event-batch.ts';
import { setUp } from './support/event-bus-setup.ts';

describe('messages', () => {
  const { event } = setUp();
  const events = Array.from({ length: 201 }, (_event, index) => event(`${index}`));

  it('contain at most a hundred events, and have the same ID for the same events', () => {
    const messages = toMessages(events, true);
    expect(messages.map((message) => ('batch' in message ? message.batch.length : 1))).toEqual([100, 100, 1]);
    expect(toMessages(events, true).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(messages[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  });

  it('contain one event each if batches are not allowed', () => {
    expect(toMessages(events, false)).toEqual(events);
  });
});
