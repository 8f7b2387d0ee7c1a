import type { DeadLetter } from '@qr-attendance/contracts';
import { connectMongo } from '@qr-attendance/server/mongo';
import pg from 'pg';
import type { Campus } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

/** Reads the attendance service's tables, as an auditor would: past the service. */
export interface Books {
  /** Marks that are no absences: `<session id> <student id>` → how many rows. */
  marks: () => Promise<Map<string, number>>;
  rollUps: () => Promise<string[]>;
  enrollments: (campus: Campus) => Promise<string[]>;
  /** Events still waiting to be published. */
  pending: () => Promise<string[]>;
  deadLetters: () => Promise<string[]>;
  close: () => Promise<void>;
}

const TOTALS = `
  SELECT (SELECT count(*)::int FROM marks) AS marks,
         (SELECT coalesce(sum(present + late + absent + excused), 0)::int FROM course_day_totals) AS by_day,
         (SELECT coalesce(sum(present + late + absent + excused), 0)::int FROM student_course_totals) AS by_student`;

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
  // A server that goes away takes idle connections along; the next query opens another.
  for (const one of [pool, auth]) one.on('error', () => undefined);
  return {
    marks: async () => {
      const { rows } = await pool.query<{ mark: string; count: number }>(
        `SELECT session_id || ' ' || student_id AS mark, count(*)::int AS count
           FROM marks WHERE status <> 'ABSENT' GROUP BY session_id, student_id`,
      );
      return new Map(rows.map(({ mark, count }) => [mark, count]));
    },
    rollUps: async () => {
      const { rows } = await pool.query<{ marks: number; by_day: number; by_student: number }>(TOTALS);
      const [row] = rows;
      return row && row.marks === row.by_day && row.marks === row.by_student
        ? []
        : [`roll-ups: ${JSON.stringify(row)}`];
    },
    enrollments: async ({ plan }) => {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM enrolments WHERE active',
      );
      const expected = plan.filter(({ enrolled }) => enrolled).length;
      const known = rows[0]?.count;
      return known === expected ? [] : [`${known} of ${expected} enrolments are known`];
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
      const found = await Promise.all([
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
      return found.flat();
    },
    close: async () => {
      await Promise.all([pool.end(), auth.end()]);
    },
  };
};
