import pg from 'pg';
import { provideMongo, providePostgres, type Server } from '@qr-attendance/stack';

/** A test run needs its data as long as the machine runs; a killed server still finds what was committed. */
const doNotWaitForDisk = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
};

/** Starts PostgreSQL and MongoDB for a test run, or takes those that are given, whose settings stay. */
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
    providePostgres({ given: given.postgresUrl, dataDir, password: 'test' }),
    provideMongo({ given: given.mongoUrl, dataDir }),
  ]);
  if (postgres.status === 'rejected' || mongo.status === 'rejected') {
    for (const server of [postgres, mongo]) if (server.status === 'fulfilled') await server.value.stop();
    throw postgres.status === 'rejected' ? postgres.reason : (mongo as PromiseRejectedResult).reason;
  }
  if (!given.postgresUrl && !durable) await doNotWaitForDisk(postgres.value.url);
  return { postgres: postgres.value, mongo: mongo.value };
};
