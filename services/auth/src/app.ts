import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  implementRepublish,
  implementDeadLetters,
  postgresDeadLetters,
  postgresOutbox,
  RELAY_CONNECTIONS,
  startOutboxRelay,
  watchBus,
  watchOutbox,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createApp,
  createPool,
  makeAuthorize,
  makeSuspensions,
  readPrivateKey,
  readPublicKeys,
  requestsFor,
  runPeriodically,
  usePostgresPool,
  watchPool,
} from '@qr-attendance/server';
import type { Config } from './config.ts';
import { makeRepublishNewer, makeRepublishers } from './events/republish.ts';
import { connectDatabase } from './db/database.ts';
import { deriveKey } from './sign-in/rules/derived-key.ts';
import { makeSubscriptions } from './events/subscriptions.ts';
import { makeNoteUse } from './sign-in/note-use.ts';
import { startMailRelay } from './email/email-relay.ts';
import { makeMailTransport } from './email/transport.ts';
import { makeRoutes } from './routes.ts';
import { makeStores, removeExpired } from './db/stores.ts';
import { makeResetLinks } from './passwords/reset-password.ts';
import { makeSignInLinkOf, SIGN_IN_CODES } from './sign-in/sign-in-by-link.ts';
import { makeSendMail } from './email/send-email.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Puts the auth service together. */
export const startAuth = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const signingKey = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', config.ACCESS_TOKEN_PRIVATE_KEY);

  const pool = createPool(config.DATABASE_URL, log, { name: 'auth', max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, 'auth', usePostgresPool(pool));
  const relayPool = createPool(config.DATABASE_URL, log, { name: 'auth relay', max: RELAY_CONNECTIONS });
  watchPool(metrics, 'auth relay', usePostgresPool(relayPool));
  const database = connectDatabase(pool);
  const stores = makeStores(database, pool, {
    deviceCoolDownHours: config.DEVICE_COOL_DOWN_HOURS,
    accessTokenMinutes: config.ACCESS_TOKEN_MINUTES,
  });

  const bus = await connectEventBus(config, log);
  const outbox = postgresOutbox(relayPool, { announceNewer: makeRepublishNewer(database) });
  watchOutbox(metrics, outbox);
  const relay = startOutboxRelay({ store: outbox, bus, log });
  const subscriptions = makeSubscriptions(stores);
  const deadLetters = postgresDeadLetters(pool);
  await bus.subscribe('auth', subscriptions, deadLetters);
  watchBus(metrics, { bus, group: 'auth', deadLetters });

  const transport = makeMailTransport(config);
  const makeResetLink = makeResetLinks({ ...stores, publicOrigins: config.PUBLIC_ORIGINS });
  const makeSignInLink = makeSignInLinkOf({
    ...stores,
    codeKey: deriveKey(signingKey.key, SIGN_IN_CODES),
    publicOrigins: config.PUBLIC_ORIGINS,
  });
  const send = makeSendMail({
    ...stores,
    transport,
    makeResetLink,
    makeSignInLink,
    timeZone: config.CAMPUS_TIME_ZONE,
    log,
  });
  const mailRelay = startMailRelay({ queue: stores.mailQueue, send, log });

  const suspensions = makeSuspensions({
    load: () => stores.people.refusals(new Date(Date.now() - (config.ACCESS_TOKEN_MINUTES + 1) * MINUTE_MS)),
    log,
  });
  const { attempts, challenges, refreshTokens, resets, signInLinks, trustedPlaces } = stores;
  const cleaning = runPeriodically(
    'remove what has expired',
    () => removeExpired({ attempts, challenges, refreshTokens, resets, signInLinks, trustedPlaces }),
    HOUR_MS,
    log,
  );

  const app = createApp({
    log,
    metrics,
    authorize: makeAuthorize({
      publicKeys,
      internalToken: config.INTERNAL_TOKEN,
      suspensions,
    }),
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: () => database.$queryRaw`SELECT 1`, suspensions: suspensions.ready },
    routes: [
      ...makeRoutes(stores, config, { relay, mailRelay, suspensions }, signingKey, metrics).map(
        makeNoteUse({ refreshTokens, log }),
      ),
      implementRepublish(routes.auth.announce, makeRepublishers(database), relay.wake),
      ...implementDeadLetters(deadLetterRoutes.auth, { deadLetters, subscriptions }),
    ],
  });

  return {
    app,
    close: async () => {
      await Promise.all([cleaning.stop(), suspensions.stop(), mailRelay.stop(), relay.stop()]);
      transport.close();
      await bus.close();
      await relayPool.end();
      await database.$disconnect();
    },
  };
};
