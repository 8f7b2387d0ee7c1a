import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import { sessionAuditEntryAdded, sessionChanged, sessionPowerUsed } from '@qr-attendance/contracts/events';
import {
  createServiceApp,
  implementDeadLetters,
  implementRepublish,
  listAuditEntries,
  mongoOutbox,
  republishDocuments,
  toRepublished,
  startMessaging,
} from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createWorker,
  implement,
  readPrivateKey,
  readPublicKeys,
  runPeriodically,
  sharedKeyOf,
  useMongoPool,
  watchPool,
} from '@qr-attendance/server';
import { connectMongo, KEY_CLEANUP_INTERVAL_MS } from '@qr-attendance/server/mongo';
import { auditEventOf } from './core/audit/audit-log.ts';
import { powerEventOf } from './core/audit/power-event.ts';
import type { Config } from './config.ts';
import { createContext } from './context.ts';
import { createModels } from './db/models.ts';
import { GROUP, createSubscriptions } from './subscriptions.ts';
import { createRoutes } from './routes.ts';
import { planDueSeries } from './features/series/plan-classes.ts';
import { settleDeletedSessions } from './features/sessions/cancel-session.ts';
import { endOverdueSessions } from './features/sessions/end-session.ts';
import { sessionEventOf } from './core/sessions/sessions.ts';

const SWEEP_MS = 2_000;
const REFRESH_SESSIONS_MS = 5_000;
const SETTLE_MS = 10_000;
const PLAN_MS = 2_000;

export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const scanKey = readPrivateKey('TICKET_PRIVATE_KEY', config.TICKET_PRIVATE_KEY);
  const ticketKey = sharedKeyOf(config.TICKET_SECRET);
  const others = config.TICKET_PUBLIC_KEYS;
  const scanKeys = others === undefined ? new Map() : readPublicKeys('TICKET_PUBLIC_KEYS', others);
  const connection = await connectMongo(config.MONGODB_URL, { name: GROUP, max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, GROUP, useMongoPool(connection));
  const models = createModels(connection);
  const messaging = await startMessaging(config, {
    outboxes: {
      sessions: mongoOutbox(models.sessions, sessionEventOf),
      audit: mongoOutbox(models.audit, auditEventOf),
      powerNotices: mongoOutbox(models.powerNotices, powerEventOf),
    },
    log,
    metrics,
  });
  const context = createContext(config, {
    connection,
    models,
    scanKey,
    ticketKey,
    scanKeys,
    wake: messaging.wake,
    log,
    metrics,
  });
  const { sessions, series, deadLetters, suspensions } = context;
  const subscriptions = createSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const forgetKeys = async () => {
    await sessions.deleteExpiredKeys();
    await series.deleteExpiredKeys();
  };
  const keys = runPeriodically('forget idempotency keys', forgetKeys, KEY_CLEANUP_INTERVAL_MS, log);
  const planning = createWorker('classes of series', () => planDueSeries(context), PLAN_MS, log);
  const settling = runPeriodically(
    'settle deleted sessions',
    () => settleDeletedSessions(context),
    SETTLE_MS,
    log,
  );
  const refreshing = runPeriodically(
    'refresh running sessions',
    context.runningSessions.read,
    REFRESH_SESSIONS_MS,
    log,
  );
  const sweep = runPeriodically('end overdue sessions', () => endOverdueSessions(context), SWEEP_MS, log);

  const app = createServiceApp(config, {
    publicKeys,
    suspensions,
    pingDatabase: async () => connection.db?.admin().ping(),
    routes: [
      ...createRoutes(context),
      implement(routes.session.listAuditEntriesInternal, async ({ params }) => ({
        entries: await listAuditEntries(models.audit, params.after),
      })),
      implementRepublish(
        routes.session.republish,
        [
          [sessionChanged, republishDocuments(models.sessions, sessionEventOf)],
          [sessionPowerUsed, async () => toRepublished([])],
          [sessionAuditEntryAdded, republishDocuments(models.audit, auditEventOf)],
        ],
        messaging,
      ),
      ...implementDeadLetters(deadLetterRoutes.session, { deadLetters, subscriptions }),
    ],
    log,
    metrics,
  });
  return {
    app,
    close: async () => {
      const workers = [planning, sweep, refreshing, settling, keys, suspensions];
      await Promise.all(workers.map((worker) => worker.stop()));
      await messaging.stop();
      await connection.close();
    },
  };
};
