import { randomUUID } from 'node:crypto';
import { testServers } from './infrastructure.ts';
import pg from 'pg';

/** Fresh databases for one test file (the event bus, and the service's own), on the servers of the test run. */
export const openStack = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const servers = testServers();
  const [busUrl, mongoUrl] = [new URL(servers.postgresUrl), new URL(servers.mongoUrl)];
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
