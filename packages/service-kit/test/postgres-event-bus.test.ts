import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { freshDatabases } from '@qr-attendance/local-stack';
import { connectPostgresEventBus, createLogger } from '../src/index.ts';
import { collect, setUp } from '../src/testing/event-bus-setup.ts';
import { describeEventBusContract, eventually } from '../src/testing/index.ts';

const log = createLogger('test', 'silent');
const { databases } = await freshDatabases();

describeEventBusContract('PostgreSQL', {
  connect: () =>
    connectPostgresEventBus({
      url: databases.events,
      log,
      retry: { retryLimit: 2, retryDelay: 1 },
      pollSeconds: 0.5,
    }),
});

it('gives what a killed member had taken to the next one', async () => {
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
    await bus.subscribe(group('g'), [collect(topic, seen)]);
    await eventually(() => expect(seen).toEqual(['taken along']), { withinMs: 60_000 });
  } finally {
    member.kill('SIGKILL');
    await bus.close();
  }
}, 90_000);
