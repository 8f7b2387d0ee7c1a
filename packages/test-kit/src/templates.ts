import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo } from '@qr-attendance/server/mongo';
import {
  chooseUrls,
  type Databases,
  ensureDatabase,
  createSecrets,
  migrateServices,
  mongoDatabase,
  publicOriginsOf,
  serviceNames,
} from '@qr-attendance/stack';
import pg from 'pg';

interface Servers {
  postgresUrl: string;
  mongoUrl: string;
}

/**
 * Tests require only the checks that they are about; the minimum checks of new installations have their own
 * test.
 */
export const WITHOUT_FLOOR = { session: { SESSION_FLOOR_CHECKS: '' } };
/** The longest time, because on a busy machine a test may need what it set up many minutes ago. */
export const LONG_PROOFS = { auth: { FRESH_PROOF_MINUTES: '15' } };

export const databasesOf = ({ postgresUrl, mongoUrl }: Servers, prefix: string): Databases => {
  const postgres = (name: string) =>
    Object.assign(new URL(postgresUrl), { pathname: `/${prefix}${name}` }).href;
  return {
    auth: postgres('auth'),
    attendance: postgres('attendance'),
    events: postgres('events'),
    course: mongoDatabase(mongoUrl, `${prefix}course`),
    session: mongoDatabase(mongoUrl, `${prefix}session`),
  };
};

export const nameOf = (url: string): string => new URL(url).pathname.slice(1);

export const createTemplates = async (servers: Servers): Promise<Databases> => {
  const databases = databasesOf(servers, `template_${randomBytes(4).toString('hex')}_`);
  for (const url of [databases.auth, databases.attendance, databases.events])
    await ensureDatabase(servers.postgresUrl, nameOf(url));
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-templates-'));
  try {
    await migrateServices(serviceNames, {
      databases,
      urls: await chooseUrls(),
      secrets: createSecrets(),
      publicOrigins: publicOriginsOf(8080),
      dataDir,
      env: WITHOUT_FLOOR,
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return databases;
};

/** The database must not have connections. */
export const copyPostgres = async (serverUrl: string, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const [source, target] = [from, to].map((url) => client.escapeIdentifier(nameOf(url)));
    // Copying files takes half the time of copying through the log.
    await client.query(`CREATE DATABASE ${target} TEMPLATE ${source} STRATEGY FILE_COPY`);
  } finally {
    await client.end();
  }
};

/** MongoDB has no command for it, so this copies collections, their indexes and their few documents. */
export const copyMongo = async (from: string, to: string): Promise<void> => {
  // Other suites may keep the server busy for long, as when they drop their databases.
  const connection = await connectMongo(from, { waitMs: 60_000, silenceMs: 60_000 });
  try {
    const source = connection.getClient().db(nameOf(from));
    const target = connection.getClient().db(nameOf(to));
    for (const { name } of await source.listCollections({}, { nameOnly: true }).toArray()) {
      const [indexes, documents] = await Promise.all([
        source.collection(name).listIndexes().toArray(),
        source.collection(name).find().toArray(),
      ]);
      const copy = await target.createCollection(name);
      const wanted = indexes.filter((index) => index['name'] !== '_id_');
      const specs = wanted.map(({ key, v: _version, ns: _namespace, ...options }) => ({
        key: key as object,
        ...options,
      }));
      if (specs.length > 0) await copy.createIndexes(specs as Parameters<typeof copy.createIndexes>[0]);
      if (documents.length > 0) await copy.insertMany(documents);
    }
  } finally {
    await connection.close();
  }
};
