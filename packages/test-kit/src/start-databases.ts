import { mkdtemp, rm, statfs } from 'node:fs/promises';
import pg from 'pg';
import { provideMongo, providePostgres, type Server } from '@qr-attendance/stack';

const PASSWORD = 'test';
/** Concurrent suites run dozens of services, each with several pools. */
const MAX_CONNECTIONS = 400;

/**
 * Speeds the server up: test data must survive a killed server, but not a crash of the machine. Hundreds of
 * small, short-lived databases need no vacuum, and their thousands of connections no slow password hash.
 */
const CHEAP = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', 'jit = off'];
const makeCheap = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const setting of CHEAP) await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE current_user PASSWORD ${client.escapeLiteral(PASSWORD)}`);
  } finally {
    await client.end();
  }
};

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES = 1024 ** 3;

/** A folder in memory, or `undefined` if the machine has none that is large enough. */
const createMemoryFolder = async (): Promise<string | undefined> => {
  const space = await statfs(MEMORY_FOLDER).catch(() => undefined);
  const hasSpace = space !== undefined && space.bavail * space.bsize >= MEMORY_BYTES;
  return hasSpace ? mkdtemp(`${MEMORY_FOLDER}/qr-test-`) : undefined;
};

/**
 * Services wait for MongoDB's journal at each write. A journal in memory survives a kill like one on disk,
 * and a slow disk does not delay hundreds of suites.
 */
const provideTestMongo = async (given: string | undefined, diskFolder: string, durable: boolean) => {
  const folder = given || durable ? undefined : await createMemoryFolder();
  const remove = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const server = await provideMongo({ given, dataDir: folder ?? diskFolder, password: PASSWORD });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
};

export const startDatabases = async ({
  given,
  dataDir,
  durable,
}: {
  given: { postgresUrl: string | undefined; mongoUrl: string | undefined };
  dataDir: string;
  durable: boolean;
}): Promise<{ postgres: Server; mongo: Server }> => {
  const [postgres, mongo] = await Promise.allSettled([
    providePostgres({
      given: given.postgresUrl,
      dataDir,
      password: PASSWORD,
      maxConnections: MAX_CONNECTIONS,
    }),
    provideTestMongo(given.mongoUrl, dataDir, durable),
  ]);
  if (postgres.status === 'rejected' || mongo.status === 'rejected') {
    for (const server of [postgres, mongo]) if (server.status === 'fulfilled') await server.value.stop();
    throw postgres.status === 'rejected' ? postgres.reason : (mongo as PromiseRejectedResult).reason;
  }
  if (!given.postgresUrl && !durable) await makeCheap(postgres.value.url);
  return { postgres: postgres.value, mongo: mongo.value };
};
