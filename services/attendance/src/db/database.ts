import { RELAY_CONNECTIONS } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { createPool, type PoolOptions, QUEUES, usePostgresPool, watchPool } from '@qr-attendance/server';
import { types, type Pool, type PoolClient } from 'pg';

/** A `date` is a calendar day: it stays `YYYY-MM-DD` instead of becoming midnight in some time zone. */
const DATE_OID = 1082;

export const connectDatabase = (url: string, log: Logger, options: Partial<PoolOptions> = {}): Pool => {
  types.setTypeParser(DATE_OID, (text) => text);
  return createPool(url, log, { name: 'attendance', ...options });
};

/** Each concurrent export needs a connection, and so does the history tree, which grows during exports. */
const REPORT_CONNECTIONS = QUEUES.exports.atOnce + 1;
/**
 * The limit is far above the duration of any recount, because an aborted recount starts again from the
 * beginning.
 */
const MAX_RECOUNT_STATEMENT_MS = 300_000;

export interface Pools {
  pool: Pool;
  /** For streams and long statements; has no time-outs. */
  reportPool: Pool;
  recountPool: Pool;
}

/** Requests, reports, recounts and the relay have separate pools, so that they do not delay each other. */
export const connectPools = (
  url: string,
  size: number,
  { log, metrics }: { log: Logger; metrics: Metrics },
) => {
  const connect = (name: string, options: Partial<PoolOptions>): Pool => {
    const pool = connectDatabase(url, log, { name, ...options });
    watchPool(metrics, name, usePostgresPool(pool));
    return pool;
  };
  const pool = connect('attendance', { max: size, keepOpen: true });
  const reportPool = connect('attendance reports', { max: REPORT_CONNECTIONS, noTimeouts: true });
  const recountPool = connect('attendance recounts', { max: 1, statementMs: MAX_RECOUNT_STATEMENT_MS });
  const relayPool = connect('attendance relay', { max: RELAY_CONNECTIONS });
  return {
    pool,
    reportPool,
    recountPool,
    relayPool,
    end: async (): Promise<void> => {
      await Promise.all([pool, reportPool, recountPool, relayPool].map((one) => one.end()));
    },
  };
};

export const inTransaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> => {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';
