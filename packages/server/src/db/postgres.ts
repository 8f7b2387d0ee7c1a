import type { Logger } from '@qr-attendance/observability';
import pRetry from 'p-retry';
import { Client, DatabaseError } from 'pg';
import { requirePostgresBaseline } from './baseline.ts';
import { checkPostgres } from './store-error.ts';

const TABLE = 'migrations';

/** The lock id of node-pg-migrate, so that replicas of any release wait for each other. */
const MIGRATION_LOCK = '7241865325823964';
/** While a migration waits for a table lock, all later queries of that table wait behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** Retries for longer than an export may hold its locks, up to the maximum of `EXPORT_MAX_SECONDS`. */
const RETRY = { retries: 300, minTimeout: 500, maxTimeout: 15_000, factor: 2, randomize: true };

const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/**
 * Applies pending SQL migrations of a folder, each file in its own transaction; an advisory lock makes
 * replicas wait for each other. A file that cannot lock its tables within two seconds is rolled back and
 * retried.
 * @throws StoreError if the database is unavailable, rejects the credentials, or has a pre-release version
 */
export const migratePostgres = async ({
  url,
  dir,
  log,
  count = Infinity,
}: {
  url: string;
  dir: string;
  log: Logger;
  count?: number;
}): Promise<void> => {
  await checkPostgres('DATABASE_URL', url);
  // The runner is loaded on demand, because a running service does not need it.
  const { runner } = await import('node-pg-migrate');
  const client = new Client({ connectionString: url, application_name: 'migration' });
  // The error from a lost connection is ignored, because the next query fails, too.
  client.on('error', () => undefined);
  const applyNext = () =>
    runner({
      dbClient: client,
      dir,
      direction: 'up',
      count: 1,
      singleTransaction: true,
      migrationsTable: TABLE,
      noLock: true,
      log: () => {},
      logger: { info: () => {}, debug: () => {}, warn: (m) => log.warn(m), error: (m) => log.warn(m) },
    });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requirePostgresBaseline(client, dir, TABLE);
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (let applied = 0; applied < count; applied += 1) {
      const done = await pRetry(applyNext, {
        ...RETRY,
        shouldRetry: ({ error }) => isLockTimeout(error),
        onFailedAttempt: ({ attemptNumber }) =>
          log.warn({ attempt: attemptNumber }, 'migration is waiting for a lock'),
      });
      if (done.length === 0) break;
    }
  } finally {
    await client.end();
  }
};
