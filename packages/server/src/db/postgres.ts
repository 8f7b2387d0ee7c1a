import type { Logger } from '@qr-attendance/observability';
import { checkPostgres } from './store-error.ts';

/**
 * Applies the SQL migrations of a folder that have not run yet; replicas wait for each other by an advisory lock.
 * @throws StoreError where the database is away or keeps us out
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
  /** Applies so many of them at most. */
  count?: number;
}): Promise<void> => {
  await checkPostgres('DATABASE_URL', url);
  // A service that runs has no use for it.
  const { runner } = await import('node-pg-migrate');
  await runner({
    databaseUrl: url,
    dir,
    direction: 'up',
    count,
    migrationsTable: 'migrations',
    // By itself it fails where another replica migrates.
    advisoryLockMode: 'wait',
    log: () => {},
    logger: { info: () => {}, debug: () => {}, warn: (m) => log.warn(m), error: (m) => log.error(m) },
  });
};
