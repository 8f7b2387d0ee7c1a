import { Pool, type PoolConfig } from 'pg';
import type { Logger } from '@qr-attendance/observability';

/** Connections of one process to its PostgreSQL or MongoDB database unless said otherwise. */
export const POOL_SIZE = 10;
/** A request waits no longer for a connection. */
const CONNECT_MS = 5_000;
/** No statement of a request runs longer; the gateway waits 15 s for the whole answer. */
const STATEMENT_MS = 10_000;
/** Statements that wait for a lock, and transactions left open, hold up others. */
const LOCK_MS = 5_000;
const OPEN_TRANSACTION_MS = 10_000;
const IDLE_MS = 30_000;
/** Connections are made again now and then, so that they spread over servers that came later. */
const LIFETIME_S = 1_800;
/** Counted here, for a server that is frozen or cut off and cannot keep its own time. */
const SILENCE_MS = STATEMENT_MS + 2_000;

export interface PoolOptions {
  /** The application name that the database shows for its connections, e.g. `attendance`. */
  name: string;
  max?: number | undefined;
  /** For queries read bit by bit, as fast as a reader takes them: a time-out would cut off slow readers. */
  noTimeouts?: boolean | undefined;
}

/** How every pool of PostgreSQL connections is set up. */
export const poolSettings = (url: string, { name, max, noTimeouts = false }: PoolOptions): PoolConfig => ({
  connectionString: url,
  application_name: name,
  max: max ?? POOL_SIZE,
  connectionTimeoutMillis: CONNECT_MS,
  idleTimeoutMillis: IDLE_MS,
  maxLifetimeSeconds: LIFETIME_S,
  keepAlive: true,
  lock_timeout: LOCK_MS,
  ...(noTimeouts
    ? {}
    : {
        statement_timeout: STATEMENT_MS,
        query_timeout: SILENCE_MS,
        idle_in_transaction_session_timeout: OPEN_TRANSACTION_MS,
      }),
});

/** A bounded pool that survives a lost server: an idle connection's error is logged, the next query reconnects. */
export const createPool = (url: string, log: Logger, wishes: PoolOptions): Pool => {
  const pool = new Pool(poolSettings(url, wishes));
  pool.on('error', (error) => log.warn({ err: error, pool: wishes.name }, 'database connection lost'));
  // A connection that is lost while in use fails its query, and then emits another error that nobody handles.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
