import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { faker } from '@faker-js/faker/locale/en';
import { topics, type Event } from '@qr-attendance/contracts/events';
import type { Subscription } from '@qr-attendance/messaging';
import { noDeadLetters } from '@qr-attendance/test-kit';
import type { Fault } from './fault.ts';

const FOR_MS = 10_000;
const LONGEST_DELAY_MS = 4_000;
const SEED = 7;

/** Repeats each event up to 4 s later in a seeded order, so that older states arrive after newer ones. */
export const repeatEvents: Fault = {
  name: 'events duplicated, reordered and delayed',
  strike: async ({ bus }) => {
    faker.seed(SEED);
    const connection = await bus.connect();
    const ours = new Set<string>();
    const repeats: Promise<unknown>[] = [];
    let listening = true;
    const repeat = async (event: Event): Promise<void> => {
      if (!listening || ours.has(event.id)) return;
      ours.add(event.id);
      for (const again of [event, { ...event, id: randomUUID() }]) {
        ours.add(again.id);
        const delay = faker.number.int({ min: 0, max: LONGEST_DELAY_MS });
        repeats.push(pause(delay).then(() => connection.publish(again)));
      }
    };
    const group = `repeater-${randomUUID().slice(0, 8)}`;
    await connection.declare(group, [...topics]);
    const listen = (topic: (typeof topics)[number]): Subscription => ({ topic, handle: repeat });
    await connection.subscribe(group, topics.map(listen), noDeadLetters);
    await pause(FOR_MS);
    listening = false;
    await Promise.allSettled(repeats);
    await connection.close();
  },
};
