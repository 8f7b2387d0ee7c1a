import { randomBytes } from 'node:crypto';
import { SUPERUSER } from '@qr-attendance/stack';
import pg from 'pg';
import type { Cluster } from '../cluster/start-cluster.ts';

const onServer = async <T>({ postgres }: Cluster, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return work(client).finally(() => client.end());
};

export const addDatabaseUser = async (cluster: Cluster, user: string): Promise<void> => {
  const password = randomBytes(16).toString('hex');
  await onServer(cluster, async (client) => {
    await client.query(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
    await client.query(`GRANT ${SUPERUSER} TO ${user}`);
    // Tables of later migrations then belong to the same owner, whichever user creates them.
    await client.query(`ALTER ROLE ${user} SET role TO '${SUPERUSER}'`);
  });
  const as = (url: string) => Object.assign(new URL(url), { username: user, password }).href;
  const { auth, attendance, events, ...mongo } = cluster.databases;
  cluster.change({
    databases: { ...mongo, auth: as(auth), attendance: as(attendance), events: as(events) },
  });
};

/** Removes a user. @returns the number of connections that it still had */
export const removeDatabaseUser = (cluster: Cluster, user: string): Promise<number> =>
  onServer(cluster, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE usename = $1', [user]);
    await client.query(`REVOKE ${SUPERUSER} FROM ${user}`);
    await client.query(`DROP ROLE ${user}`);
    return rowCount ?? 0;
  });
