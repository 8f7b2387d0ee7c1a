import { randomUUID } from 'node:crypto';
import pg from 'pg';

const urlOf = (variable: string): URL => {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} must name the server that the tests use.`);
  return new URL(url);
};

/** Fresh databases for one test file, on the servers of DATABASE_URL (the event bus) and MONGODB_URL. */
export const openStack = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const [busUrl, mongoUrl] = [urlOf('DATABASE_URL'), urlOf('MONGODB_URL')];
  const client = new pg.Client({ connectionString: busUrl.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  busUrl.pathname = `/${name}`;
  mongoUrl.pathname = `/${name}`;
  return {
    busUrl: busUrl.href,
    mongoUrl: mongoUrl.href,
    close: async () => {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    },
  };
};
