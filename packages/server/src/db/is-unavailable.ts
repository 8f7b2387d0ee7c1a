/**
 * PostgreSQL: connection lost (08), cannot connect, shutdown, too many connections, timeout, read-only after
 * a failover. Prisma: its own equivalents (P1…, P2024), and no connection for a transaction (P2028). Node:
 * the connection itself.
 */
const CODES =
  /^(08\w{3}|57P0\d|57014|53\d{3}|55P03|25006|P1001|P1002|P1008|P1017|P2024|P2028|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
const NAMES =
  /^Mongo(ose)?(ServerSelection|Network(Timeout)?|PoolClearedOnNetwork|PoolCleared|WaitQueueTimeout|NotConnected|TopologyClosed)Error$/;
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Can't reach database server)/;
/** MongoDB: not primary, node recovering, shutting down, time limit exceeded. */
const MONGO_CODES = new Set([50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436]);

/** Error kinds of Prisma's driver adapter; errors of raw queries have no code. */
const KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

interface ErrorFields {
  name?: unknown;
  kind?: unknown;
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}
const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

export const someCause = (error: unknown, fits: (described: ErrorFields) => boolean, depth = 0): boolean => {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const described = error as ErrorFields;
  return (
    fits(described) ||
    someCause(described.cause, fits, depth + 1) ||
    someCause(described.meta?.driverAdapterError, fits, depth + 1)
  );
};

/** Whether the database is unavailable; such an error is not caused by the request. */
export const isUnavailable = (error: unknown): boolean =>
  someCause(
    error,
    ({ name, kind, code, originalCode, message }) =>
      isText(code, CODES) ||
      isText(originalCode, CODES) ||
      isText(kind, KINDS) ||
      isText(name, NAMES) ||
      isText(message, WORDS) ||
      (typeof code === 'number' && MONGO_CODES.has(code)),
  );

/** PostgreSQL: statement or lock timeout. Prisma: operation timed out. */
const TIMEOUT_CODES = /^(57014|55P03|P1008)$/;
/** MongoDB: the server or the driver reached its time limit. */
const TIMEOUT_MONGO_CODES = new Set([50, 262]);
const TIMEOUT_NAMES = /^MongoNetworkTimeoutError$/;
const TIMEOUT_WORDS = /^Query read timeout/;

/** Whether a statement took too long: the database is unavailable or overloaded, or the statement is slow. */
export const isTimeout = (error: unknown): boolean =>
  someCause(
    error,
    ({ name, code, originalCode, message }) =>
      isText(code, TIMEOUT_CODES) ||
      isText(originalCode, TIMEOUT_CODES) ||
      isText(name, TIMEOUT_NAMES) ||
      isText(message, TIMEOUT_WORDS) ||
      (typeof code === 'number' && TIMEOUT_MONGO_CODES.has(code)),
  );
