import { fileURLToPath } from 'node:url';
import type { Event, Topic } from '@qr-attendance/contracts/events';
import { connectPostgresEventBus, createLogger } from '@qr-attendance/service-kit';
import mongoose from 'mongoose';
import { startAuthNeighbour } from './auth-neighbour.ts';
import { openBreakableLink } from './breakable-link.ts';
import { makePeople } from './people.ts';
import { runToEnd, startProcess } from './process.ts';
import { openStack } from './stack.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url));
const INTERNAL_TOKEN = 'internal-token-of-the-tests-0123456789';

/** The real course service with real databases and a bus, a link to which can be cut. */
export const startWorld = async (heardTopics: Topic[]) => {
  const people = makePeople();
  const stack = await openStack();
  const auth = await startAuthNeighbour(INTERNAL_TOKEN);
  const busUrl = new URL(stack.busUrl);
  const busLink = await openBreakableLink({ host: busUrl.hostname, port: Number(busUrl.port || 5432) });
  const linkedBusUrl = new URL(busUrl);
  linkedBusUrl.hostname = '127.0.0.1';
  linkedBusUrl.port = String(busLink.port);
  const env = {
    LOG_LEVEL: 'info',
    INTERNAL_TOKEN,
    ACCESS_TOKEN_PUBLIC_KEYS: people.publicKeys,
    MONGODB_URL: stack.mongoUrl,
    EVENT_BUS_URL: linkedBusUrl.href,
    AUTH_URL: auth.url,
  };

  await runToEnd(fileOf('migrate'), env);
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
  );
  const database = await mongoose.createConnection(stack.mongoUrl).asPromise();
  let service = await startProcess(fileOf('main'), env);

  return {
    people,
    auth,
    bus,
    busLink,
    database,
    /** Every event the service published, as another service gets it. */
    heard,
    internalToken: INTERNAL_TOKEN,
    url: () => service.url,
    kill: () => service.kill(),
    restart: async () => {
      service = await startProcess(fileOf('main'), env);
    },
    close: async () => {
      busLink.mend();
      await service.stop();
      await bus.close();
      await busLink.close();
      await auth.close();
      await database.dropDatabase();
      await database.close();
      await stack.close();
    },
  };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
