import { randomBytes } from 'node:crypto';
import { connectMongo, UNLIMITED_MS } from '@qr-attendance/server/mongo';
import { type Databases, ensureDatabase } from '@qr-attendance/stack';
import pg from 'pg';
import { TEST_MONGODB_URL, testServers, testTemplates } from './infrastructure.ts';
import { copyPostgres, createCollections, databasesOf, nameOf } from './templates.ts';

const onPostgres = ['auth', 'attendance', 'events'] as const;
const onMongo = ['course', 'session'] as const;

export interface TestDatabases {
  databases: Databases;
  prefix: string;
  drop: () => Promise<void>;
}

const dropPostgres = async (serverUrl: string, names: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  for (const name of names)
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  await client.end();
};
/**
 * Drops databases only on servers outside of the test run; the server of the run is deleted with its folder.
 * SecantusDB blocks while it drops a database.
 */
const dropMongo = async (serverUrl: string, names: string[]): Promise<void> => {
  if (!process.env[TEST_MONGODB_URL]) return;
  const connection = await connectMongo(serverUrl, { silenceMs: UNLIMITED_MS });
  for (const name of names) await connection.getClient().db(name).dropDatabase();
  await connection.close();
};

type DatabaseKind = keyof Databases;
const EVERY_KIND: readonly DatabaseKind[] = [...onPostgres, ...onMongo];
const chosenOf = <Some extends DatabaseKind>(all: readonly Some[], kinds: readonly DatabaseKind[]) =>
  all.filter((kind) => kinds.includes(kind));

const nameDatabases = async (kinds = EVERY_KIND): Promise<TestDatabases & { postgresUrl: string }> => {
  const servers = await testServers();
  const prefix = `t${randomBytes(6).toString('hex')}_`;
  const databases = databasesOf(servers, prefix);
  const namesOf = (some: readonly DatabaseKind[]) =>
    chosenOf(some, kinds).map((kind) => nameOf(databases[kind]));
  return {
    databases,
    prefix,
    postgresUrl: servers.postgresUrl,
    drop: async () => {
      await Promise.all([
        dropPostgres(servers.postgresUrl, namesOf(onPostgres)),
        ...(namesOf(onMongo).length > 0 ? [dropMongo(servers.mongoUrl, namesOf(onMongo))] : []),
      ]);
    },
  };
};

export const freshDatabases = async (): Promise<TestDatabases> => {
  const { postgresUrl, ...own } = await nameDatabases();
  await Promise.all(onPostgres.map((name) => ensureDatabase(postgresUrl, nameOf(own.databases[name]))));
  return own;
};

/** Fresh databases copied from the migrated templates; undefined without templates. */
export const migratedDatabases = async (
  kinds: readonly DatabaseKind[] = EVERY_KIND,
): Promise<TestDatabases | undefined> => {
  const templates = await testTemplates();
  if (!templates) return undefined;
  const { postgresUrl, ...own } = await nameDatabases(kinds);
  await Promise.all([
    ...chosenOf(onPostgres, kinds).map((name) =>
      copyPostgres(postgresUrl, templates.databases[name], own.databases[name]),
    ),
    ...chosenOf(onMongo, kinds).map((name) =>
      createCollections(own.databases[name], templates.collections[name]),
    ),
  ]);
  return own;
};
