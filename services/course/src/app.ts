import { deadLetterRoutes, routes } from '@qr-attendance/contracts';
import {
  courseAuditEntryAdded,
  courseChanged,
  coursePowerUsed,
  membershipChanged,
  termChanged,
  unitChanged,
} from '@qr-attendance/contracts/events';
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
import { implement, readPublicKeys, runPeriodically, useMongoPool, watchPool } from '@qr-attendance/server';
import { connectMongo, KEY_CLEANUP_INTERVAL_MS } from '@qr-attendance/server/mongo';
import { auditEventOf } from './core/audit/audit-log.ts';
import type { Config } from './config.ts';
import { createContext } from './context.ts';
import { powerEventOf } from './core/audit/notify-people.ts';
import { courseEventOf } from './core/courses/courses.ts';
import { createModels } from './db/models.ts';
import { enrollmentEventOf } from './core/memberships/enrollment-standing.ts';
import { GROUP, createSubscriptions } from './subscriptions.ts';
import { createRoutes } from './routes.ts';
import { termEventOf } from './core/terms/terms.ts';
import { unitEventOf } from './core/units/units.ts';

export const startApp = async (config: Config, log: Logger, metrics: Metrics) => {
  const publicKeys = readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS);
  const connection = await connectMongo(config.MONGODB_URL, { name: GROUP, max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, GROUP, useMongoPool(connection));
  const models = createModels(connection);
  const messaging = await startMessaging(config, {
    outboxes: {
      courses: mongoOutbox(models.courses, courseEventOf),
      enrollments: mongoOutbox(models.enrollments, enrollmentEventOf),
      terms: mongoOutbox(models.terms, termEventOf),
      units: mongoOutbox(models.units, unitEventOf),
      powerNotices: mongoOutbox(models.powerNotices, powerEventOf),
      audit: mongoOutbox(models.audit, auditEventOf),
    },
    log,
    metrics,
  });
  const context = createContext(config, {
    connection,
    models,
    wake: messaging.wake,
    backlog: messaging.backlog,
    log,
    metrics,
  });
  const { courses, deadLetters, suspensions, termWorker, importReader, importWorker, enrollmentWorker } =
    context;
  const subscriptions = createSubscriptions(context);
  await messaging.subscribe(GROUP, subscriptions, deadLetters);
  const keys = runPeriodically(
    'forget idempotency keys',
    courses.deleteExpiredKeys,
    KEY_CLEANUP_INTERVAL_MS,
    log,
  );

  const app = createServiceApp(config, {
    publicKeys,
    suspensions,
    pingDatabase: async () => connection.db?.admin().ping(),
    routes: [
      ...createRoutes(context),
      implement(routes.course.listAuditEntriesInternal, async ({ params }) => ({
        entries: await listAuditEntries(models.audit, params.after),
      })),
      implementRepublish(
        routes.course.republish,
        [
          [courseChanged, republishDocuments(models.courses, courseEventOf)],
          [membershipChanged, republishDocuments(models.enrollments, enrollmentEventOf)],
          [termChanged, republishDocuments(models.terms, termEventOf)],
          [unitChanged, republishDocuments(models.units, unitEventOf)],
          [coursePowerUsed, async () => toRepublished([])],
          [courseAuditEntryAdded, republishDocuments(models.audit, auditEventOf)],
        ],
        messaging,
      ),
      ...implementDeadLetters(deadLetterRoutes.course, { deadLetters, subscriptions }),
    ],
    log,
    metrics,
  });
  return {
    app,
    close: async () => {
      await Promise.all(
        [keys, suspensions, termWorker, importReader, importWorker, enrollmentWorker].map((worker) =>
          worker.stop(),
        ),
      );
      await context.importRuns.release().catch((error: unknown) => {
        log.warn({ err: error }, 'imports are free for other processes only once their leases end');
      });
      await messaging.stop();
      await connection.close();
    },
  };
};
