import { connectMongo } from '@qr-attendance/server';
import { mongoDatabase, StartError } from '@qr-attendance/stack';
import pg from 'pg';
import { PREFIX, type MongoStore, type PostgresStore } from './contents.ts';
import type { Servers } from './servers.ts';

/** No such database, no such table. */
const NOT_THERE = new Set(['3D000', '42P01']);

/** Connection string of a service's PostgreSQL database. */
export const postgresUrlOf = (
  { postgresUrl }: Pick<Servers, 'postgresUrl'>,
  store: PostgresStore | 'events',
): string => {
  const url = new URL(postgresUrl);
  url.pathname = `/${PREFIX}${store}`;
  return url.href;
};

/** Works in a service's PostgreSQL database, in one transaction. */
export const inPostgres = async <T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'backup' });
  try {
    await client.connect();
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_THERE.has(error.code ?? ''))
      throw new StartError('The databases are not complete; start the system once and try again.');
    throw error;
  } finally {
    await client.end();
  }
};

type Connection = Awaited<ReturnType<typeof connectMongo>>;

/** Works in a service's MongoDB database. */
export const inMongo = async <T>(
  { mongoUrl }: Servers,
  store: MongoStore,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const connection = await connectMongo(mongoDatabase(mongoUrl, PREFIX + store), { name: 'backup' });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};
