import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  createServiceApp,
  implementDeadLetters,
  implementRepublish,
  postgresOutbox,
  startMessaging,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { readPrivateKey, readPublicKeys, requestsFor, runPeriodically } from '@qr-attendance/server';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';
import { connectPools } from './db/database.ts';
import { makeRepublishers, createRepublishNewer } from './events/outbox.ts';
import { GROUP, makeSubscriptions } from './events/subscriptions.ts';
import { makeRoutes } from './routes.ts';
import { createNoteUse } from './sign-in/access-tokens.ts';

/** How often what has served its time is removed. */
const SWEEP_MS = 3_600_000;

const removeExpired = async (context: Context): Promise<void> => {
  const {
    attempts,
    challenges,
    devices,
    emailAddresses,
    notices,
    refreshTokens,
    resets,
    signInLinks,
    trustedPlaces,
    wrongAccounts,
    clock,
  } = context;
  const now = clock();
  for (const store of [
    attempts,
    challenges,
    devices,
    emailAddresses,
    notices,
    refreshTokens,
    resets,
    signInLinks,
    trustedPlaces,
    wrongAccounts,
  ])
    await store.removeExpired(now);
};

/** Puts the auth service together. */
export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const signingKey = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', config.ACCESS_TOKEN_PRIVATE_KEY);
  const { database, pool, relayPool, end } = connectPools(config.DATABASE_URL, config.DATABASE_POOL_SIZE, {
    log,
    metrics,
  });
  const messaging = await startMessaging(config, {
    outboxes: [postgresOutbox(relayPool, { republishNewer: createRepublishNewer(database) })],
    log,
    metrics,
  });
  const context = createContext(config, {
    ...{ database, pool, signingKey },
    ...{ wakeRelay: messaging.wake, log, metrics },
  });
  const { afterAnswer, deadLetters, mailRelay, noticeRelay, suspensions, transport } = context;
  const subscriptions = makeSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const sweep = runPeriodically('remove what has expired', () => removeExpired(context), SWEEP_MS, log);

  // Requests that wait for a hash hold a slot while doing next to nothing, so the queue's slots are added to those
  // that the pool can serve.
  const slots = config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE) + config.SIGN_IN_QUEUE_LENGTH;
  const app = createServiceApp(
    { ...config, MAX_REQUESTS: slots },
    {
      publicKeys,
      suspensions,
      pingDatabase: () => database.$queryRaw`SELECT 1`,
      routes: [
        ...makeRoutes(context).map(createNoteUse(context)),
        implementRepublish(routes.auth.republish, makeRepublishers(database), messaging),
        ...implementDeadLetters(deadLetterRoutes.auth, { deadLetters, subscriptions }),
      ],
      log,
      metrics,
    },
  );
  return {
    app,
    close: async () => {
      await afterAnswer.stop();
      await Promise.all([sweep, suspensions, mailRelay, noticeRelay].map((one) => one.stop()));
      transport.close();
      await messaging.stop();
      await end();
    },
  };
};
