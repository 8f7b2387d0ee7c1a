import { CODE_ALPHABET, CODE_LENGTH, deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  implementRepublish,
  implementDeadLetters,
  mongoDeadLetters,
  startOutboxRelay,
  watchBus,
  watchOutbox,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  connectMongo,
  createApp,
  createInternalClient,
  FORGET_KEYS_MS,
  makeAuthorize,
  makeSuspensions,
  readPrivateKey,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  useMongoPool,
  watchPool,
} from '@qr-attendance/server';
import { customAlphabet } from 'nanoid';
import { institutionPolicyOf, type Config } from './config.ts';
import { makeRepublishers, makeOutbox } from './events/republish.ts';
import { makeStores } from './db/stores.ts';
import { createModels } from './db/models.ts';
import { makeWrongCodes } from './scanning/wrong-codes.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { makeScanTokens } from './scanning/scan-tokens.ts';
import { makeSignTicket } from './scanning/tickets.ts';
import { makeUseCases } from './db/make-use-cases.ts';

/** How often sessions past their end are looked for. */
const SWEEP_MS = 2_000;

/** Wires the session service: stores, bus, use-cases, routes, and the clock that ends sessions. */
export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const ticketKey = readPrivateKey('TICKET_PRIVATE_KEY', config.TICKET_PRIVATE_KEY);
  const connection = await connectMongo(config.MONGODB_URL, { name: GROUP, max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, GROUP, useMongoPool(connection));
  const bus = await connectEventBus(config, log);
  const models = createModels(connection);
  const outbox = makeOutbox(models);
  watchOutbox(metrics, outbox);
  const relay = startOutboxRelay({ store: outbox, bus, log });
  const clock = () => new Date();
  const stores = makeStores(models, relay.wake, clock);

  const internalToken = config.INTERNAL_TOKEN;
  const owner = (upstream: 'auth' | 'course', baseUrl: string) =>
    createInternalClient({ baseUrl, internalToken, log, watch: { metrics, upstream } });
  const useCases = makeUseCases({
    ...stores,
    auth: owner('auth', config.AUTH_URL),
    courseService: owner('course', config.COURSE_URL),
    newCode: customAlphabet(CODE_ALPHABET, CODE_LENGTH),
    graceSeconds: config.CODE_GRACE_SECONDS,
    institutionPolicy: institutionPolicyOf(config),
    signTicket: makeSignTicket(ticketKey, clock),
    scanTokens: makeScanTokens(ticketKey, clock),
    wrongCodes: makeWrongCodes(connection, {
      most: config.WRONG_CODES_PER_PERSON,
      windowSeconds: config.WRONG_CODES_WINDOW_SECONDS,
    }),
    clock,
    log,
  });
  const suspensions = makeSuspensions({ load: stores.people.refusals, log });
  const deadLetters = mongoDeadLetters(models.deadLetters);
  const subscriptions = makeSubscriptions({ ...stores, suspensions, deadLetters });
  await bus.subscribe(GROUP, subscriptions, deadLetters);
  watchBus(metrics, { bus, group: GROUP, deadLetters });
  const keys = runPeriodically('forget idempotency keys', stores.sessions.forgetOldKeys, FORGET_KEYS_MS, log);
  const sweep = runPeriodically('end overdue sessions', useCases.endOverdueSessions, SWEEP_MS, log);

  const app = createApp({
    log,
    metrics,
    authorize: makeAuthorize({ publicKeys, internalToken, suspensions }),
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: async () => connection.db?.admin().ping(), suspensions: suspensions.ready },
    routes: [
      ...sessionRoutes(useCases),
      implementRepublish(routes.session.announce, makeRepublishers(models), relay.wake),
      ...implementDeadLetters(deadLetterRoutes.session, { deadLetters, subscriptions }),
    ],
  });
  return {
    app,
    close: async () => {
      await sweep.stop();
      await keys.stop();
      await suspensions.stop();
      await relay.stop();
      await bus.close();
      await connection.close();
    },
  };
};
