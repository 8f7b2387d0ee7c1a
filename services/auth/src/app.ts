import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  createServiceApp,
  implementDeadLetters,
  implementRepublish,
  postgresOutbox,
  startMessaging,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { readPrivateKey, readPublicKeys, requestLimitFor, runPeriodically } from '@qr-attendance/server';
import type { Config } from './config.ts';
import { createContext } from './context.ts';
import { connectPools } from './db/database.ts';
import { removeExpiredRows } from './db/remove-expired.ts';
import { createRepublishers, createRepublishNewer } from './core/people/republish.ts';
import { GROUP, createSubscriptions } from './subscriptions.ts';
import { createRoutes } from './routes.ts';
import { createTokenUseRecorder } from './core/tokens/access-tokens.ts';

const SWEEP_MS = 3_600_000;

export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const signingKey = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', config.ACCESS_TOKEN_PRIVATE_KEY);
  const { database, pool, relayPool, end } = connectPools(config.DATABASE_URL, config.DATABASE_POOL_SIZE, {
    log,
    metrics,
  });
  const messaging = await startMessaging(config, {
    outboxes: { events: postgresOutbox(relayPool, { republishNewer: createRepublishNewer(database) }) },
    log,
    metrics,
  });
  const context = createContext(config, {
    database,
    pool,
    signingKey,
    wakeRelay: messaging.wake.events,
    log,
    metrics,
  });
  const { afterAnswer, deadLetters, mailRelay, noticeRelay, providerClients, suspensions, transport } =
    context;
  const subscriptions = createSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const sweep = runPeriodically(
    'remove expired rows',
    () => removeExpiredRows(pool, context.clock()),
    SWEEP_MS,
    log,
  );

  const reseal = [context.providers, context.secondFactors].map(({ resealSecrets }) =>
    runPeriodically('encrypt secrets under the present pepper', resealSecrets, SWEEP_MS, log),
  );

  // Requests that wait for a password hash cost almost nothing, so the length of the sign-in queue is added
  // to the slots that the pool can serve.
  const slots =
    config.MAX_REQUESTS ?? requestLimitFor(config.DATABASE_POOL_SIZE) + config.SIGN_IN_QUEUE_LENGTH;
  const app = createServiceApp(
    { ...config, MAX_REQUESTS: slots },
    {
      publicKeys,
      suspensions,
      pingDatabase: () => database.$queryRaw`SELECT 1`,
      routes: [
        ...createRoutes(context).map(createTokenUseRecorder(context)),
        implementRepublish(routes.auth.republish, createRepublishers(database), messaging),
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
      await Promise.all(
        [sweep, ...reseal, suspensions, mailRelay, noticeRelay].map((worker) => worker.stop()),
      );
      transport.close();
      providerClients.close();
      await messaging.stop();
      await end();
    },
  };
};
