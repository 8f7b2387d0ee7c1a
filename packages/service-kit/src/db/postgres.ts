import { runner } from 'node-pg-migrate';
import { Pool } from 'pg';
import type { Logger } from '../logging.ts';

/** A bounded pool that survives a lost server: an idle connection's error is logged, the next query reconnects. */
export const createPool = (url: string, log: Logger, max = 10): Pool => {
  const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: 5_000 });
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  return pool;
};

/** Applies the SQL migrations of a folder that have not run yet; replicas wait for each other by an advisory lock. */
export const migratePostgres = async ({
  url,
  dir,
  log,
}: {
  url: string;
  dir: string;
  log: Logger;
}): Promise<void> => {
  await runner({
    databaseUrl: url,
    dir,
    direction: 'up',
    migrationsTable: 'migrations',
    log: () => {},
    logger: { info: () => {}, debug: () => {}, warn: (m) => log.warn(m), error: (m) => log.error(m) },
  });
};
