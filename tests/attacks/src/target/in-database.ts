import pg from 'pg';
import type { Target } from './start-target.ts';

/** Connects as the owner of the attendance service's database, whom no trigger stops. */
export const inDatabase = async <T>(
  { system }: Pick<Target, 'system'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: system.databases.attendance });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return await work(client);
  } finally {
    await client.end();
  }
};
