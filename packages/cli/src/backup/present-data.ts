import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '@qr-attendance/stack';
import { withMongo, urlsOf } from './connect.ts';
import { mongoStores, OPTIONAL_FILES, postgresStores, DATABASE_PREFIX, SECRETS_FILE } from './contents.ts';
import type { ServerUrls, Servers } from './servers.ts';

/**
 * The parts of a data folder that belong to the data; logs, certificates and the like stay. Backups do not
 * contain Kafka's data, but its events describe data that is being replaced.
 */
const DATABASE_ENTRIES = ['postgres', 'mongodb', 'mongodb.kind', 'kafka', SECRETS_FILE];
export const DATA_ENTRIES = [...DATABASE_ENTRIES, ...OPTIONAL_FILES];

const onServer = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};
const databases = [...postgresStores, 'events'].map((store) => DATABASE_PREFIX + store);

const holdsData = async (servers: Servers, given: ServerUrls): Promise<boolean> => {
  if (given.postgresUrl) {
    const sql = 'SELECT 1 FROM pg_database WHERE datname = ANY($1)';
    const { rows } = await onServer(servers.postgresUrl, (client) => client.query(sql, [databases]));
    if (rows.length > 0) return true;
  }
  if (!given.mongoUrl) return false;
  for (const store of mongoStores) {
    const collections = await withMongo(urlsOf(servers)[store], (connection) => connection.listCollections());
    if (collections.length > 0) return true;
  }
  return false;
};

/** @param ensureUndamaged throws unless the whole backup can be read; runs before anything is deleted */
export const clearExternalDatabases = async (
  servers: Servers,
  given: ServerUrls,
  force: boolean,
  ensureUndamaged: () => Promise<void>,
): Promise<void> => {
  if (!(await holdsData(servers, given))) return;
  if (!force) throw new StartError('The databases contain data already; --force replaces it.');
  await ensureUndamaged();
  if (given.postgresUrl)
    await onServer(servers.postgresUrl, async (client) => {
      await client.query('SET session_replication_role = replica');
      for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  if (given.mongoUrl)
    for (const store of mongoStores)
      await withMongo(urlsOf(servers)[store], (connection) => connection.dropDatabase());
};

export const ensureNoData = (dataDir: string, force: boolean): void => {
  if (!force && DATABASE_ENTRIES.some((name) => existsSync(join(dataDir, name))))
    throw new StartError(`${dataDir} contains data already; --force sets it aside and restores.`);
};

export const newSetAsideFolder = (dataDir: string): string =>
  join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);

export const moveData = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of DATA_ENTRIES)
    if (existsSync(join(from, name))) await rename(join(from, name), join(to, name));
};
