import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  createServiceApp,
  implementDeadLetters,
  implementRepublish,
  postgresOutbox,
  startMessaging,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createWorker, openAll, readPublicKeys, runPeriodically, sharedKeyOf } from '@qr-attendance/server';
import { createRepublishers } from './core/records/republish.ts';
import { writePlainScansQuery, writeScansQuery } from './core/scans/write-scans.ts';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';
import { connectPools } from './db/database.ts';
import { growHistoryTree } from './features/history-tree/history-tree.ts';
import { listenForRecords } from './features/live/listen-for-records.ts';
import { deleteOldLocationAttempts } from './features/marking/location-attempts.ts';
import { deleteExpiredChallenges } from './features/marking/check-passkey.ts';
import { markFactsQuery } from './features/marking/mark-facts.ts';
import { pinTriesQuery } from './features/marking/pin-attempts.ts';
import { deleteOldPositions } from './features/refused/elsewhere.ts';
import { deleteOldTries } from './features/refused/refused-tries.ts';
import { assessNextSession } from './features/risk/assess-session.ts';
import { createRoutes } from './routes.ts';
import { createSubscriptions, GROUP } from './subscriptions.ts';

/**
 * Publishing rounds are infrequent, because a round costs more than its events. Event counts in other
 * services are a second old anyway, and live rosters do not depend on events.
 */
const RELAY_INTERVAL_MS = 250;
const TREE_MS = 60_000;
const SWEEP_MS = 10 * 60_000;
/** Pages compute current values until the recount, and one recount of a hall is cheaper than one per mark. */
const RECOUNT_MS = 1_000;
const ASSESS_MS = 2_000;
const COMPARE_MS = 10_000;
const NOTICES_MS = 1_000;

const startPeriodicWork = (context: Context, config: Config) => {
  const { attendance, log, pool } = context;
  const comparePositions = async () => {
    await attendance.flagSameCoordinates();
    await attendance.deletePositions();
    await deleteOldPositions(pool);
  };
  const deleteOldSelfies = () => attendance.deleteOldSelfies(config.SELFIE_RETENTION_DAYS);
  const deleteOldDetails = async () => {
    await attendance.deleteOldDetails(config.MARK_DETAILS_RETENTION_DAYS);
    await deleteOldTries(pool, config.MARK_DETAILS_RETENTION_DAYS);
  };
  return [
    runPeriodically('comparison of positions', comparePositions, COMPARE_MS, log),
    runPeriodically('tree of the history', () => growHistoryTree(context), TREE_MS, log),
    createWorker('recounts', attendance.recount, RECOUNT_MS, log),
    createWorker('signals of ended sessions', () => assessNextSession(pool), ASSESS_MS, log),
    createWorker('notices', attendance.publishNotices, NOTICES_MS, log),
    createWorker('presence checks', attendance.judgeDueChecks, ASSESS_MS, log),
    runPeriodically('deletion of old tries', () => deleteOldLocationAttempts(pool), SWEEP_MS, log),
    runPeriodically('deletion of old selfies', deleteOldSelfies, SWEEP_MS, log),
    runPeriodically('deletion of old details of marks', deleteOldDetails, SWEEP_MS, log),
    runPeriodically('deletion of old challenges', () => deleteExpiredChallenges(pool), SWEEP_MS, log),
  ];
};

export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const ticketKeys = new Map(config.TICKET_SECRETS.map(sharedKeyOf).map(({ kid, key }) => [kid, key]));
  const pools = connectPools(config.DATABASE_URL, config.DATABASE_POOL_SIZE, { log, metrics });
  // Prepares what every mark runs.
  await openAll(pools.pool, [
    markFactsQuery([]),
    pinTriesQuery(new Map()),
    writePlainScansQuery([]),
    writeScansQuery([]),
  ]);
  const messaging = await startMessaging(config, {
    outboxes: { events: postgresOutbox(pools.relayPool) },
    minIntervalMs: RELAY_INTERVAL_MS,
    log,
    metrics,
  });
  const context = createContext(config, {
    pools,
    ticketKeys,
    wakeRelay: messaging.wake.events,
    log,
    metrics,
  });
  const { deadLetters, liveRoster, suspensions } = context;
  const subscriptions = createSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const notices = await listenForRecords({
    url: config.DATABASE_URL,
    log,
    onNotice: liveRoster.notify,
    // Notifications may have been missed, so the pages reload the whole roster.
    onReconnect: () => liveRoster.endAll('unsent'),
  });
  const periodicWork = startPeriodicWork(context, config);

  const app = createServiceApp(config, {
    publicKeys,
    suspensions,
    pingDatabase: () => pools.pool.query('SELECT 1'),
    routes: [
      ...createRoutes(context),
      implementRepublish(routes.attendance.republish, createRepublishers(pools.pool), messaging),
      ...implementDeadLetters(deadLetterRoutes.attendance, { deadLetters, subscriptions }),
    ],
    log,
    metrics,
  });

  return {
    app,
    endStreams: () => liveRoster.endAll('stopping'),
    close: async () => {
      await Promise.all([...periodicWork, suspensions].map((one) => one.stop()));
      await notices.close();
      await liveRoster.close();
      await messaging.stop();
      await pools.end();
    },
  };
};
