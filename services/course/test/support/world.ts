import { fileURLToPath } from 'node:url';
import type { Event, Topic } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import {
  createPeople,
  noDeadLetters,
  openLink,
  openStack,
  startInProcess,
  startProcess,
} from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { startAuthNeighbor } from './auth-neighbor.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const INTERNAL_TOKEN = 'internal-token-of-the-tests-0123456789';

/** The course service with real databases and a bus whose connection can be cut. */
export const startWorld = async (
  heardTopics: Topic[],
  {
    asProcess = false,
    settings: ownSettings = {},
  }: { asProcess?: boolean; settings?: Record<string, string> } = {},
) => {
  const people = createPeople();
  const stack = await openStack('course');
  const auth = await startAuthNeighbor(INTERNAL_TOKEN);
  const busLink = await openLink(stack.busUrl);
  const env = {
    LOG_LEVEL: 'info',
    INTERNAL_TOKEN,
    ACCESS_TOKEN_PUBLIC_KEYS: people.publicKeys,
    MONGODB_URL: stack.mongoUrl,
    EVENT_BUS_URL: busLink.url,
    AUTH_URL: auth.url,
    ...ownSettings,
  };

  const bus = await connectPostgresEventBus({ url: stack.busUrl, log: createLogger('test', 'silent') });
  const heard: Event[] = [];
  await bus.declare('listener', heardTopics);
  await bus.subscribe(
    'listener',
    heardTopics.map((topic) => ({
      topic,
      handle: async (event) => {
        topic.payload.parse(event.payload);
        heard.push(event);
      },
    })),
    noDeadLetters,
  );
  const database = await mongoose.createConnection(stack.mongoUrl).asPromise();
  const start = (settings: Record<string, string> = {}) => {
    const environment = { ...env, ...settings };
    return asProcess ? startProcess(MAIN, environment) : startInProcess('course', environment);
  };
  let service = await start();

  return {
    people,
    auth,
    bus,
    busLink,
    database,
    heard,
    internalToken: INTERNAL_TOKEN,
    url: () => service.url,
    kill: async () => {
      if (!service.kill) throw new Error('Start the world as a process to kill it.');
      await service.kill();
    },
    restart: async (settings: Record<string, string> = {}) => {
      await service.stop();
      service = await start(settings);
    },
    close: async () => {
      busLink.fix();
      await service.stop();
      await bus.close();
      await busLink.close();
      await auth.close();
      await database.close();
      await stack.close();
    },
  };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
