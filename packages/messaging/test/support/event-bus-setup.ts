import { randomUUID } from 'node:crypto';
import { defineTopic, type Event } from '@qr-attendance/contracts/events';
import { z } from 'zod';
import { subscribeTo, type Subscription } from '../../src/bus/event-bus.ts';
import { createEvent } from '../../src/outbox/create-event.ts';

const payloadSchema = z.object({ text: z.string(), version: z.number() });

export const setUp = () => {
  const id = randomUUID().slice(0, 8);
  const topic = defineTopic(`test-${id}.happened`, 'fact', payloadSchema);
  const event = (text: string, key: string = randomUUID()): Event =>
    createEvent(topic, key, { text, version: 1 });
  return { topic, event, group: (which: string) => `${which}-${id}` };
};

export const collect = (topic: ReturnType<typeof setUp>['topic'], seen: string[]): Subscription =>
  subscribeTo(topic, async ({ text }) => {
    seen.push(text);
  });
