import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sessionChanged, type SessionChanged } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { sharedKeyOf } from '@qr-attendance/server';
import {
  createPeople,
  noDeadLetters,
  openLink,
  openStack,
  startInProcess,
  startProcess,
} from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { startNeighbors } from './neighbors.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const TICKET_SECRET = 'ticket-secret-of-the-tests-0123456789';
const INTERNAL_TOKEN = 'internal-token-of-the-tests-0123456789';

/** The session service with real databases and a bus whose connection can be cut. */
export const startWorld = async (settings: Record<string, string> = {}, { asProcess = false } = {}) => {
  const people = createPeople();
  const stack = await openStack('session');
  const neighbors = await startNeighbors(INTERNAL_TOKEN);
  const busLink = await openLink(stack.busUrl);
  const ticketKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ticketKey = sharedKeyOf(TICKET_SECRET);
  const env = {
    INTERNAL_TOKEN,
    ACCESS_TOKEN_PUBLIC_KEYS: people.publicKeys,
    TICKET_SECRET,
    TICKET_PRIVATE_KEY: JSON.stringify({ ...ticketKeys.privateKey.export({ format: 'jwk' }), kid: 'ticket' }),
    MONGODB_URL: stack.mongoUrl,
    EVENT_BUS_URL: busLink.url,
    AUTH_URL: neighbors.url,
    COURSE_URL: neighbors.url,
    ...settings,
  };

  const bus = await connectPostgresEventBus({ url: stack.busUrl, log: createLogger('test', 'silent') });
  const heard: { id: string; session: SessionChanged }[] = [];
  await bus.declare('listener', [sessionChanged]);
  await bus.subscribe(
    'listener',
    [
      {
        topic: sessionChanged,
        handle: async ({ id, payload }) => {
          heard.push({ id, session: sessionChanged.payload.parse(payload) });
        },
      },
    ],
    noDeadLetters,
  );
  const database = await mongoose.createConnection(stack.mongoUrl).asPromise();
  const start = () => (asProcess ? startProcess(MAIN, env) : startInProcess('session', env));
  const closeSurroundings = async () => {
    await bus.close();
    await busLink.close();
    await neighbors.close();
    await database.close();
    await stack.close();
  };
  let service = await start().catch(async (error: unknown) => {
    await closeSurroundings();
    throw error;
  });
  let running = true;
  const end = async () => {
    if (running) await service.stop();
    running = false;
  };

  return {
    people,
    neighbors,
    bus,
    busLink,
    database,
    lastSeen: (sessionId: string) => heard.filter(({ session }) => session.id === sessionId),
    ticketKeys: new Map([
      ['ticket', ticketKeys.publicKey],
      [ticketKey.kid, ticketKey.key],
    ]),
    scanKey: { kid: 'ticket', key: ticketKeys.privateKey },
    internalToken: INTERNAL_TOKEN,
    environment: env,
    url: () => service.url,
    log: () => service.log(),
    kill: async () => {
      if (!service.kill) throw new Error('Start the world as a process to kill it.');
      await service.kill();
      running = false;
    },
    stop: end,
    restart: async () => {
      await end();
      service = await start();
      running = true;
    },
    startReplica: (more: Record<string, string> = {}) => startInProcess('session', { ...env, ...more }),
    close: async () => {
      busLink.fix();
      await end();
      await closeSurroundings();
    },
  };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
