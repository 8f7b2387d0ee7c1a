import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { applyMigration } from '@qr-attendance/server';
import { connectMongo, listCollections, readLines, writeLines } from '@qr-attendance/server/mongo';
import {
  chooseUrls,
  type Databases,
  ensureDatabase,
  environmentOf,
  createSecrets,
  mongoDatabase,
  processEnvironment,
  publicOriginsOf,
  ROOT,
  type ServiceName,
  serviceNames,
  type ServiceSettings,
} from '@qr-attendance/stack';
import pg from 'pg';
import { z } from 'zod';

interface Servers {
  postgresUrl: string;
  mongoUrl: string;
}

/** Tests require no checks by default; the minimum checks of new installations have a separate test. */
export const WITHOUT_FLOOR = { session: { SESSION_FLOOR_CHECKS: '' } };
/** Proofs are fresh for the maximum time, because on a busy machine a test may use a proof that is many minutes old. */
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

const collectionsSchema = z.array(
  z.object({ name: z.string(), indexes: z.array(z.looseObject({})), lines: z.array(z.string()) }),
);
type Collections = z.output<typeof collectionsSchema>;
export const templatesSchema = z.object({
  databases: z.object({
    auth: z.string(),
    attendance: z.string(),
    events: z.string(),
    course: z.string(),
    session: z.string(),
  }),
  /** MongoDB cannot copy a database, so suites create theirs from this description. */
  collections: z.object({ course: collectionsSchema, session: collectionsSchema }),
});
export type Templates = z.output<typeof templatesSchema>;

const describeMongo = async (url: string): Promise<Collections> => {
  const connection = await connectMongo(url);
  try {
    const names = await listCollections(connection);
    return await Promise.all(
      names.map(async (name) => {
        const indexes = await connection.collection(name).listIndexes().toArray();
        const lines: string[] = [];
        for await (const line of readLines(connection, name)) lines.push(line);
        return {
          name,
          indexes: indexes.filter((index) => index['name'] !== '_id_'),
          lines,
        };
      }),
    );
  } finally {
    await connection.close();
  }
};

/** Migrates inside this process, because each process of its own would load most modules again. */
const migrateInside = async (name: ServiceName, settings: ServiceSettings): Promise<void> => {
  const { migration } = (await import(join(ROOT, 'services', name, 'src/migration.ts'))) as {
    migration: Parameters<typeof applyMigration>[0];
  };
  await applyMigration(migration, processEnvironment(environmentOf(name, settings)));
};

export const createTemplates = async (servers: Servers): Promise<Templates> => {
  const databases = databasesOf(servers, `template_${randomBytes(4).toString('hex')}_`);
  for (const url of [databases.auth, databases.attendance, databases.events])
    await ensureDatabase(servers.postgresUrl, nameOf(url));
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-templates-'));
  try {
    const settings = {
      databases,
      urls: await chooseUrls(),
      secrets: createSecrets(),
      publicOrigins: publicOriginsOf(8080),
      dataDir,
      env: WITHOUT_FLOOR,
    };
    await Promise.all(serviceNames.map((name) => migrateInside(name, settings)));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const [course, session] = await Promise.all([databases.course, databases.session].map(describeMongo));
  return { databases, collections: { course: course ?? [], session: session ?? [] } };
};

/** The source database must not have connections. */
export const copyPostgres = async (serverUrl: string, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const [source, target] = [from, to].map((url) => client.escapeIdentifier(nameOf(url)));
    // Copying files takes half the time of copying through the write-ahead log.
    await client.query(`CREATE DATABASE ${target} TEMPLATE ${source} STRATEGY FILE_COPY`);
  } finally {
    await client.end();
  }
};

export const createCollections = async (url: string, collections: Collections): Promise<void> => {
  // Other suites may keep the server busy for long, for example when they drop their databases.
  const connection = await connectMongo(url, { waitMs: 60_000, silenceMs: 60_000 });
  const create = async ({ name, indexes, lines }: Collections[number]): Promise<void> => {
    // Creating an index creates its collection.
    if (indexes.length === 0) await connection.createCollection(name);
    else
      await connection
        .collection(name)
        .createIndexes(indexes.map(({ v: _v, ns: _ns, ...spec }) => spec) as never);
    await writeLines(connection, name, Readable.from(lines));
  };
  try {
    await Promise.all(collections.map(create));
  } finally {
    await connection.close();
  }
};
