import { connectMongo } from '@qr-attendance/server/mongo';
import type { Databases } from '@qr-attendance/stack';
import pg from 'pg';

/** An unhandled event, or a dead letter of a release that stored them on the bus. */
export interface Job {
  name: string;
  [column: string]: unknown;
}
const DEAD_LETTERS = /\/dead-letters$/;
export const isDeadLetter = ({ name }: Job): boolean => DEAD_LETTERS.test(name);

const inDatabase = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

export const readJobs = ({ events }: Databases): Promise<Job[]> =>
  inDatabase(events, async (client) => {
    const { rows } = await client.query<{ job: Job }>(
      `SELECT to_json(job) AS job FROM bus.job WHERE state < 'completed' ORDER BY created_on, name, id`,
    );
    return rows.map(({ job }) => job);
  });

/** Backdates the history of marks by some nights, which triggers prevent services from doing. */
export const ageHistory = ({ attendance }: Databases): Promise<void> =>
  inDatabase(attendance, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(`UPDATE audit_log SET written_at = written_at - interval '3 days'`);
  });

export const countRoots = ({ attendance }: Databases): Promise<number> =>
  inDatabase(attendance, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM history_roots',
    );
    return rows[0]?.count ?? 0;
  });

/**
 * Sets the time of arrival to now, because the bus deletes old rows. Omits columns that pg-boss does not
 * know.
 */
export const writeJobs = ({ events }: Databases, jobs: Job[]): Promise<void> =>
  inDatabase(events, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'bus' AND table_name = 'job' AND data_type NOT LIKE 'timestamp%'`,
    );
    const knownColumns = rows.map(({ name }) => name).filter((name) => jobs.some((job) => name in job));
    const columns = knownColumns.map((name) => client.escapeIdentifier(name)).join(', ');
    await client.query(
      `INSERT INTO bus.job (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::bus.job, $1::json)`,
      [JSON.stringify(jobs)],
    );
  });

export const countUnpublished = async (databases: Databases): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const service of ['auth', 'attendance'] as const)
    counts[service] = await inDatabase(databases[service], async (client) => {
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM outbox');
      return rows[0]?.count ?? 0;
    });
  for (const service of ['course', 'session'] as const) {
    const connection = await connectMongo(databases[service]);
    try {
      const collections = (await connection.db?.listCollections().toArray()) ?? [];
      const waiting = { 'outbox.0': { $exists: true } };
      const eventCounts = await Promise.all(
        collections.map(({ name }) => connection.collection(name).countDocuments(waiting)),
      );
      counts[service] = eventCounts.reduce((sum, count) => sum + count, 0);
    } finally {
      await connection.close();
    }
  }
  return counts;
};

/** Blocks or restores access to the bus, as if its server were down. Other databases keep working. */
export const cutBus = (databases: Databases, cut: boolean): Promise<void> =>
  inDatabase(databases.auth, async (client) => {
    const name = new URL(databases.events).pathname.slice(1);
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} ALLOW_CONNECTIONS ${String(!cut)}`);
    if (cut)
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  });
