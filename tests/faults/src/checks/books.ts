import type { DeadLetter } from '@qr-attendance/contracts';
import { connectMongo } from '@qr-attendance/server/mongo';
import pg from 'pg';
import type { Campus } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

export interface Books {
  /** Marks except absences: `<session id> <student id>` → number of rows. */
  marks: () => Promise<Map<string, number>>;
  rollUps: () => Promise<string[]>;
  enrollments: (campus: Campus) => Promise<string[]>;
  pending: () => Promise<string[]>;
  deadLetters: () => Promise<string[]>;
  close: () => Promise<void>;
}

const TOTALS = `
  SELECT (SELECT count(*)::int FROM attendance WHERE counts) AS records,
         (SELECT coalesce(sum(counted_present + counted_late + counted_absent + counted_excused), 0)::int
            FROM session_counts) AS by_session,
         (SELECT coalesce(sum(counted_present + counted_late + counted_absent + counted_excused), 0)::int
            FROM member_counts) AS by_member`;

const describeLetter = (group: string, letter: string) =>
  `dead letter of ${group}: ${(JSON.parse(letter) as DeadLetter).reason}`;

const readMongoLetters = async (group: 'course' | 'session', url: string): Promise<string[]> => {
  const connection = await connectMongo(url);
  try {
    const documents = await connection.collection('dead_letters').find<{ letter: string }>({}).toArray();
    return documents.map(({ letter }) => describeLetter(group, letter));
  } finally {
    await connection.close();
  }
};

export const openBooks = ({ databases }: Cluster): Books => {
  const pool = new pg.Pool({ connectionString: databases.attendance, max: 2 });
  const auth = new pg.Pool({ connectionString: databases.auth, max: 1 });
  // A stopped server closes idle connections, and the next query opens another connection.
  for (const client of [pool, auth]) client.on('error', () => undefined);
  return {
    marks: async () => {
      const { rows } = await pool.query<{ mark: string; count: number }>(
        `SELECT session_id || ' ' || student_id AS mark, count(*)::int AS count
           FROM attendance WHERE status <> 'ABSENT' GROUP BY session_id, student_id`,
      );
      return new Map(rows.map(({ mark, count }) => [mark, count]));
    },
    rollUps: async () => {
      const { rows } = await pool.query<{ records: number; by_session: number; by_member: number }>(TOTALS);
      const [row] = rows;
      return row && row.records === row.by_session && row.records === row.by_member
        ? []
        : [`counts: ${JSON.stringify(row)}`];
    },
    enrollments: async ({ plan }) => {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM members WHERE active',
      );
      const expected = plan.filter(({ enrolled }) => enrolled).length;
      const known = rows[0]?.count;
      return known === expected ? [] : [`${known} of ${expected} enrollments are known`];
    },
    pending: async () => {
      const counts = await Promise.all(
        [pool, auth].map(async (one) => {
          const { rows } = await one.query<{ count: number }>('SELECT count(*)::int AS count FROM outbox');
          return rows[0]?.count ?? 0;
        }),
      );
      const waiting = counts.reduce((sum, count) => sum + count, 0);
      return waiting === 0 ? [] : [`${waiting} events are not published`];
    },
    deadLetters: async () => {
      const counts = await Promise.all([
        ...[
          { group: 'attendance', store: pool },
          { group: 'auth', store: auth },
        ].map(async ({ group, store }) => {
          const { rows } = await store.query<{ letter: string }>('SELECT letter FROM dead_letters');
          return rows.map(({ letter }) => describeLetter(group, letter));
        }),
        readMongoLetters('course', databases.course),
        readMongoLetters('session', databases.session),
      ]);
      return counts.flat();
    },
    close: async () => {
      await Promise.all([pool.end(), auth.end()]);
    },
  };
};
