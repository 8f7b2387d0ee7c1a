import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { eventually, freshDatabases, noDeadLetters } from '@qr-attendance/test-kit';
import { connectPostgresEventBus } from '../src/bus/postgres-event-bus.ts';
import { collect, setUp } from './support/event-bus-setup.ts';

const log = createLogger('test', 'silent');
const { databases } = await freshDatabases();

it('delivers the events of a killed member to another member', async () => {
  const bus = await connectPostgresEventBus({ url: databases.events, log });
  const { topic, event, group } = setUp();
  await bus.declare(group('g'), [topic]);
  const script = join(import.meta.dirname, 'support', 'hanging-member.ts');
  const member = spawn(process.execPath, [script, databases.events, group('g'), topic.name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await bus.publish(event('taken along'));
    await once(member.stdout, 'data');
    member.kill('SIGKILL');
    const seen: string[] = [];
    await bus.subscribe(group('g'), [collect(topic, seen)], noDeadLetters);
    await eventually(() => expect(seen).toEqual(['taken along']));
  } finally {
    member.kill('SIGKILL');
    await bus.close();
  }
});
