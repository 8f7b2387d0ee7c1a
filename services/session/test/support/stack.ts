import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Fresh databases for one test file. */
export const openStack = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const postgres = process.env['DATABASE_URL'] ?? '';
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const busUrl = new URL(postgres);
  busUrl.pathname = `/${name}`;
  const mongoUrl = new URL(process.env['MONGODB_URL'] ?? '');
  mongoUrl.pathname = `/${name}`;
  return { busUrl: busUrl.href, mongoUrl: mongoUrl.href, close: async () => {} };
};
