import { connectMongo, UNLIMITED_MS } from '@qr-attendance/server/mongo';
import { mongoDatabase, StartError } from '@qr-attendance/stack';
import pg from 'pg';
import { DATABASE_PREFIX, type MongoStore, type PostgresStore, type StoreUrls } from './contents.ts';
import type { Servers } from './servers.ts';

const NOT_THERE = new Set(['3D000', '42P01']);

export const databaseOf = (
  { databasePrefix = DATABASE_PREFIX }: Pick<Servers, 'databasePrefix'>,
  store: PostgresStore | MongoStore | 'events',
): string => databasePrefix + store;

export const postgresUrlOf = (
  servers: Pick<Servers, 'postgresUrl' | 'databasePrefix'>,
  store: PostgresStore | 'events',
): string => Object.assign(new URL(servers.postgresUrl), { pathname: `/${databaseOf(servers, store)}` }).href;

export const urlsOf = (servers: Servers): StoreUrls => ({
  auth: postgresUrlOf(servers, 'auth'),
  attendance: postgresUrlOf(servers, 'attendance'),
  course: mongoDatabase(servers.mongoUrl, databaseOf(servers, 'course')),
  session: mongoDatabase(servers.mongoUrl, databaseOf(servers, 'session')),
});

export const withPostgres = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'backup' });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_THERE.has(error.code ?? ''))
      throw new StartError('The databases are not complete; start the system once and try again.');
    throw error;
  } finally {
    await client.end();
  }
};

export const inPostgresTransaction = <T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withPostgres(url, async (client) => {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });

type Connection = Awaited<ReturnType<typeof connectMongo>>;

export const withMongo = async <T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> => {
  const connection = await connectMongo(url, { name: 'backup', silenceMs: UNLIMITED_MS });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};
