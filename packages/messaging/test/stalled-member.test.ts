import { expect, it } from '@jest/globals';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createLogger } from '@qr-attendance/observability';
import { eventually, freshDatabases, FAST_SCALE, noDeadLetters } from '@qr-attendance/test-kit';
import { subscribeTo } from '../src/bus/event-bus.ts';
import { connectPostgresEventBus } from '../src/bus/postgres-event-bus.ts';
import { setUp } from './support/event-bus-setup.ts';

const log = createLogger('test', 'silent');

/** A connection to a database that delays matching messages, as if the sender had been paused before them. */
const openSlowPath = async (databaseUrl: string, message: RegExp) => {
  const target = new URL(databaseUrl);
  const port = Number(target.port || 5432);
  const heldWrites: (() => void)[] = [];
  let isHolding = true;
  const server = createServer((socket) => {
    const upstream = connect(port, target.hostname);
    socket.on('data', (data) => {
      const pass = () => upstream.write(data);
      if (isHolding && message.test(data.toString('latin1'))) heldWrites.push(pass);
      else pass();
    });
    upstream.pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    holds: () => heldWrites.length,
    release: () => {
      isHolding = false;
      for (const pass of heldWrites.splice(0)) pass();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

it('a paused member does not complete an event that another member has taken over', async () => {
  const { databases, drop } = await freshDatabases();
  const path = await openSlowPath(databases.events, /SET completed_on/);
  const { topic, event, group } = setUp();
  const [paused, other] = await Promise.all(
    [path.url, databases.events].map((url) => connectPostgresEventBus({ url, log, timeScale: FAST_SCALE })),
  );
  try {
    await other!.declare(group('g'), [topic]);
    const failOnce = subscribeTo(topic, () => Promise.reject(new Error('not this time')));
    await paused!.subscribe(group('g'), [failOnce], noDeadLetters);
    await other!.publish(event('kept'));
    await eventually(() => expect(path.holds()).toBe(1));

    const tries: (() => void)[] = [];
    const handle = subscribeTo(
      topic,
      () =>
        new Promise<void>((resolve, reject) => {
          tries.push(tries.length === 0 ? () => reject(new Error('not this time either')) : resolve);
        }),
    );
    await other!.subscribe(group('g'), [handle], noDeadLetters);
    await eventually(() => expect(tries).toHaveLength(1));
    path.release();
    await paused!.close();
    tries[0]?.();
    await eventually(() => expect(tries).toHaveLength(2));
    tries[1]?.();
  } finally {
    path.release();
    await Promise.all([paused!.close(), other!.close()]);
    await path.close();
    await drop();
  }
});
