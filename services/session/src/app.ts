import { CODE_ALPHABET, CODE_LENGTH, routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  connectMongo,
  createApp,
  createInternalClient,
  implementAnnounce,
  makeAuthorise,
  mongoOutbox,
  readPrivateKey,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  startOutboxRelay,
  type Logger,
} from '@qr-attendance/service-kit';
import { customAlphabet } from 'nanoid';
import type { Config } from './config.ts';
import { makeAnnouncers } from './data/announce.ts';
import { makeStores } from './data/stores.ts';
import { createModels } from './data/models.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { sessionRoutes } from './http/routes.ts';
import { makeSignTicket } from './tickets.ts';
import { makeUseCases } from './use-cases/make-use-cases.ts';

/** How often sessions past their end are looked for. */
const SWEEP_MS = 2_000;

/** Wires the session service: stores, bus, use-cases, routes, and the clock that ends sessions. */
export const startApp = async (config: Config, log: Logger) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const ticketKey = readPrivateKey('TICKET_PRIVATE_KEY', config.TICKET_PRIVATE_KEY);
  const connection = await connectMongo(config.MONGODB_URL, { name: GROUP, max: config.DATABASE_POOL_SIZE });
  const bus = await connectEventBus(config, log);
  const models = createModels(connection);
  const relay = startOutboxRelay({ store: mongoOutbox(models.sessions), bus, log });
  const stores = makeStores(models, relay.wake);

  const internalToken = config.INTERNAL_TOKEN;
  const clock = () => new Date();
  const useCases = makeUseCases({
    ...stores,
    auth: createInternalClient({ baseUrl: config.AUTH_URL, internalToken, log }),
    courseService: createInternalClient({ baseUrl: config.COURSE_URL, internalToken, log }),
    newCode: customAlphabet(CODE_ALPHABET, CODE_LENGTH),
    graceSeconds: config.CODE_GRACE_SECONDS,
    signTicket: makeSignTicket(ticketKey, clock),
    clock,
    log,
  });
  await bus.subscribe(GROUP, makeSubscriptions(stores));
  const sweep = runPeriodically('end overdue sessions', useCases.endOverdueSessions, SWEEP_MS, log);

  const app = createApp({
    log,
    authorise: makeAuthorise({ publicKeys, internalToken }),
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: async () => connection.db?.admin().ping() },
    routes: [
      ...sessionRoutes(useCases),
      implementAnnounce(routes.session.announce, makeAnnouncers(models), relay.wake),
    ],
  });
  return {
    app,
    close: async () => {
      await sweep.stop();
      await relay.stop();
      await bus.close();
      await connection.close();
    },
  };
};
