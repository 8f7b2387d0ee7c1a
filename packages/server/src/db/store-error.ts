import { Client } from 'pg';
import { someCause, isUnavailable } from './is-unavailable.ts';

/**
 * A database or bus that the process needs is unusable; `message` names it and the reason in one sentence.
 */
export class StoreError extends Error {
  override name = 'StoreError';
}

const CONNECT_MS = 5_000;
/**
 * PostgreSQL: wrong password, user not permitted, unknown database. MongoDB: authentication failed, not
 * permitted.
 */
const REFUSALS = new Map<unknown, string>([
  ['28P01', 'refuses the user name or the password'],
  ['28000', 'does not let this user in'],
  ['42501', 'does not allow this user to do that'],
  ['3D000', 'has no database of that name'],
  [18, 'refuses the user name or the password'],
  [13, 'does not allow this user to do that'],
]);
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const KAFKA = /^KafkaJS(Connection|ConnectionClosed|BrokerNotFound|NumberOfRetriesExceeded|RequestTimeout)/;

const explain = (error: unknown): string | undefined => {
  let reason: string | undefined;
  const isKnown = someCause(error, ({ code }) => {
    reason =
      REFUSALS.get(code) ??
      (typeof code === 'string' && BAD_CERTIFICATE.test(code)
        ? `has a certificate that is not trusted (${code})`
        : undefined);
    return reason !== undefined;
  });
  if (isKnown) return reason;
  const isAway = isUnavailable(error) || someCause(error, ({ name }) => KAFKA.test(String(name)));
  if (!isAway) return undefined;
  someCause(error, ({ code }) => {
    if (typeof code === 'string') reason = code;
    return reason !== undefined;
  });
  return `does not answer${reason === undefined ? '' : ` (${reason})`}`;
};

const hostsOf = (url: string): string => {
  const address = url.slice(url.lastIndexOf('@') + 1).replace(/^[a-z+]+:\/\//, '');
  return address.split(/[/?#]/, 1)[0] ?? '';
};

/**
 * @param kind such as `PostgreSQL`
 * @param setting the variable with its URL
 * @throws StoreError if the store is unavailable or rejects the credentials; rethrows other errors of
 * `connect`
 */
export const connectStore = async <Connected>(
  { kind, setting, url }: { kind: string; setting: string; url: string },
  connect: () => Promise<Connected>,
): Promise<Connected> => {
  try {
    return await connect();
  } catch (error) {
    const why = explain(error);
    if (why === undefined) throw error;
    throw new StoreError(`${kind} at ${hostsOf(url)} (${setting}) ${why}.`, { cause: error });
  }
};

/** Checks that a PostgreSQL database accepts connections. @throws StoreError */
export const checkPostgres = (setting: string, url: string): Promise<void> =>
  connectStore({ kind: 'PostgreSQL', setting, url }, async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    // A lost connection needs no handling here, because the following queries fail, too.
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  });
