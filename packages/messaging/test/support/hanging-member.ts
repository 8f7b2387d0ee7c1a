// A member of a group, in a separate process, that never finishes handling an event: node hanging-member.ts <url of the
// bus> <group> <topic>. Prints `taken` when it receives an event.
import type { Topic } from '@qr-attendance/contracts/events';
import { z } from 'zod';
import { connectPostgresEventBus } from '../../src/bus/postgres-event-bus.ts';
import { createLogger } from '@qr-attendance/observability';
import { noDeadLetters } from '@qr-attendance/test-kit';
import { subscribeTo } from '../../src/bus/event-bus.ts';

const [url = '', group = '', name = ''] = process.argv.slice(2);
const topic: Topic = { name, kind: 'fact', payload: z.looseObject({}) };
const bus = await connectPostgresEventBus({ url, log: createLogger('member', 'silent') });
await bus.subscribe(
  group,
  [
    subscribeTo(topic, () => {
      process.stdout.write('taken\n');
      return new Promise(() => undefined);
    }),
  ],
  noDeadLetters,
);
