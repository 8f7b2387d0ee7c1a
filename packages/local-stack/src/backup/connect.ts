import { connectMongo } from '@qr-attendance/service-kit';
import pg from 'pg';
import { mongoDatabase } from '../infrastructure/mongodb.ts';
import { PREFIX, type MongoStore, type PostgresStore } from './contents.ts';
import type { Servers } from './servers.ts';

/** Connection string of a service's PostgreSQL database. */
export const postgresUrlOf = ({ postgresUrl }: Servers, store: PostgresStore | 'events'): string => {
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
  await client.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
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
