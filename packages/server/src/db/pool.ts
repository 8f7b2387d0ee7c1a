import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { Logger } from '@qr-attendance/observability';

export const POOL_SIZE = 10;
const CONNECT_MS = 5_000;
/** Maximum duration of a statement; the gateway waits 15 s for a whole request. */
const STATEMENT_MS = 10_000;
/** Statements that wait for a lock, and open transactions, block others. */
const LOCK_MS = 5_000;
const OPEN_TRANSACTION_MS = 10_000;
const IDLE_MS = 30_000;
/** Connections are replaced regularly, so that they spread over servers that were added later. */
const LIFETIME_S = 1_800;
/** Idle connections stay open for longer than the breaks between classes. */
const KEEP_OPEN_LIFETIME_S = 28_800;
/**
 * The client waits for this time beyond the statement timeout, because a frozen server cannot enforce that
 * timeout itself.
 */
const SILENCE_MS = 2_000;
/** The operating system probes a connection after this time without data. */
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  name: string;
  max?: number | undefined;
  /** Maximum duration of a statement, for background work. */
  statementMs?: number | undefined;
  /** Disables timeouts, for queries that are streamed at the speed of the client. */
  noTimeouts?: boolean | undefined;
  /**
   * Opens all connections at once and keeps them while they are idle. Otherwise all requests at the start of
   * a class would wait for new connections.
   */
  keepOpen?: boolean | undefined;
}

export const poolSettings = (
  url: string,
  { name, max, statementMs = STATEMENT_MS, noTimeouts = false, keepOpen = false }: PoolOptions,
): PoolConfig => ({
  connectionString: url,
  application_name: name,
  max: max ?? POOL_SIZE,
  connectionTimeoutMillis: CONNECT_MS,
  idleTimeoutMillis: keepOpen ? 0 : IDLE_MS,
  maxLifetimeSeconds: keepOpen ? KEEP_OPEN_LIFETIME_S : LIFETIME_S,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  lock_timeout: LOCK_MS,
  ...(noTimeouts
    ? {}
    : {
        statement_timeout: statementMs,
        query_timeout: statementMs + SILENCE_MS,
        idle_in_transaction_session_timeout: OPEN_TRANSACTION_MS,
      }),
});

/** PostgreSQL keeps the plan of a prepared statement after this number of executions. */
const EXECUTIONS_UNTIL_PLAN = 6;

/**
 * Opens all connections of a pool and prepares statements on each, so that the requests of the first class after a
 * start wait for neither. A connection that cannot be opened now is opened by a later query.
 * @param statements named queries that change nothing
 */
export const openAll = async (pool: Pool, statements: readonly QueryConfig[] = []): Promise<void> => {
  const opening = Array.from({ length: pool.options.max }, () => pool.connect());
  // All connections are taken before the first is released, so that each is taken once.
  const opened = await Promise.allSettled(opening);
  const prepare = async (connection: PromiseSettledResult<PoolClient>): Promise<void> => {
    if (connection.status === 'rejected') return;
    const client = connection.value;
    try {
      for (const statement of statements)
        for (let run = 0; run < EXECUTIONS_UNTIL_PLAN; run += 1) await client.query(statement);
      client.release();
    } catch {
      // A statement may still run on this connection.
      client.release(true);
    }
  };
  await Promise.allSettled(opened.map(prepare));
};

/**
 * A bounded pool that survives a lost server: errors on idle connections are logged, and the next query
 * reconnects.
 */
export const createPool = (url: string, log: Logger, options: PoolOptions): Pool => {
  const pool = new Pool(poolSettings(url, options));
  pool.on('error', (error) => log.warn({ err: error, pool: options.name }, 'database connection lost'));
  // When a connection in use is lost, its query fails, and the connection emits another error that needs a handler.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (options.keepOpen) void openAll(pool);
  return pool;
};
