import { Client } from 'pg';
import { anyOf, isUnavailable } from './is-unavailable.ts';

/** A database or bus without which a process cannot begin: `message` says in one sentence which, and why. */
export class StoreError extends Error {
  override name = 'StoreError';
}

const CONNECT_MS = 5_000;
/** PostgreSQL: wrong password, user not let in, no such database. MongoDB: authentication failed, not allowed. */
const REFUSALS = new Map<unknown, string>([
  ['28P01', 'refuses the user name or the password'],
  ['28000', 'does not let this user in'],
  ['42501', 'does not allow this user to do that'],
  ['3D000', 'has no database of that name'],
  [18, 'refuses the user name or the password'],
  [13, 'does not allow this user to do that'],
]);
/** Error codes of Node and OpenSSL for an untrusted certificate. */
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const KAFKA = /^KafkaJS(Connection|ConnectionClosed|BrokerNotFound|NumberOfRetriesExceeded|RequestTimeout)/;

/** A message for the operator; undefined for errors of the program itself. */
const explain = (error: unknown): string | undefined => {
  let found: string | undefined;
  const isKnown = anyOf(error, ({ code }) => {
    found =
      REFUSALS.get(code) ??
      (typeof code === 'string' && BAD_CERTIFICATE.test(code)
        ? `has a certificate that is not trusted (${code})`
        : undefined);
    return found !== undefined;
  });
  if (isKnown) return found;
  const isAway = isUnavailable(error) || anyOf(error, ({ name }) => KAFKA.test(String(name)));
  if (!isAway) return undefined;
  anyOf(error, ({ code }) => {
    if (typeof code === 'string') found = code;
    return found !== undefined;
  });
  return `does not answer${found === undefined ? '' : ` (${found})`}`;
};

/** Hosts of a connection string, or of a list of brokers; never what is before them, which may be a password. */
const hostsOf = (url: string): string => {
  const address = url.slice(url.lastIndexOf('@') + 1).replace(/^[a-z+]+:\/\//, '');
  return address.split(/[/?#]/, 1)[0] ?? '';
};

/**
 * Connects to a store that a process cannot begin without.
 * @param kind what it is, such as `PostgreSQL`
 * @param setting the variable that says where it is
 * @throws StoreError where it is away or keeps us out; whatever else `connect` throws, as it is
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

/** Looks whether a PostgreSQL database lets us in. @throws StoreError where it does not */
export const checkPostgres = (setting: string, url: string): Promise<void> =>
  connectStore({ kind: 'PostgreSQL', setting, url }, async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    // A connection that is lost meanwhile fails what follows as well.
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  });
