import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../db/database.ts';

/** Recounts handled in one transaction. */
const BATCH = 2_000;

interface Recount {
  course_id: string;
  session_id: string | null;
  student_id: string | null;
  members: boolean;
}

const TAKE = `
  DELETE FROM recounts WHERE id IN (SELECT id FROM recounts ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING course_id, session_id, student_id, members`;

/** Sessions by id, and those of whole courses. */
const LOCK_SESSIONS = `
  INSERT INTO session_counts AS c (session_id, course_id)
  SELECT id, course_id FROM sessions WHERE id = ANY($1::text[]) OR course_id = ANY($2::text[]) ORDER BY id
  ON CONFLICT (session_id) DO UPDATE SET session_id = excluded.session_id
  RETURNING session_id`;
/** Records of the sessions `$1` that wait for review. */
const TO_REVIEW = `
  SELECT session_id, count(*)::int AS to_review FROM (
    SELECT session_id, student_id FROM flags WHERE session_id = ANY($1::text[]) AND asks_review AND handled_at IS NULL
     UNION SELECT session_id, student_id FROM disputes WHERE session_id = ANY($1::text[]) AND answered_at IS NULL) AS open
   GROUP BY session_id`;
const COLUMNS = [
  ...['present', 'late', 'absent', 'excused'],
  ...['counted_present', 'counted_late', 'counted_absent', 'counted_excused'],
];
const assign = (columns: string[], from: string) =>
  columns.map((name) => `${name} = ${from}.${name}`).join(', ');
const tuple = (columns: string[], of: string) => `(${columns.map((name) => `${of}.${name}`).join(', ')})`;
const KEPT = ['teacher_id', 'session_date', 'start_time', ...COLUMNS];
const COUNT_SESSIONS = `
  UPDATE session_counts c
     SET ${assign(KEPT, 'n')}, to_review = coalesce(r.to_review, 0),
         changed_at = clock_timestamp()
    FROM computed_session_counts n LEFT JOIN (${TO_REVIEW}) AS r ON r.session_id = n.session_id
   WHERE n.session_id = ANY($1::text[]) AND c.session_id = n.session_id`;

/**
 * Whose counts are made again: students of some courses and sessions (`$1`, `$2`, `$3`), and all of other courses (`$4`). A session
 * that has not ended counts nowhere yet.
 */
const LOCK_MEMBERS = `
  INSERT INTO member_counts AS c (course_id, student_id)
  SELECT course_id, student_id FROM (
    SELECT one.course_id, one.student_id
      FROM unnest($1::text[], $2::text[], $3::uuid[]) AS one (course_id, session_id, student_id)
     WHERE session_id IS NULL
        OR EXISTS (SELECT FROM sessions s WHERE s.id = one.session_id AND s.ended_at IS NOT NULL)
     UNION SELECT course_id, student_id FROM members WHERE course_id = ANY($4::text[])
     UNION SELECT course_id, student_id FROM member_counts WHERE course_id = ANY($4::text[])) AS chosen
   ORDER BY course_id, student_id
  ON CONFLICT (course_id, student_id) DO UPDATE SET course_id = excluded.course_id
  RETURNING course_id, student_id`;
const zeroed = COLUMNS.map((name) => `coalesce(n.${name}, 0) AS ${name}`).join(', ');
const countMembers = (counts: string): string => `
  UPDATE member_counts c SET ${assign(COLUMNS, 'n')}, version = c.version + 1
    FROM (SELECT chosen.*, ${zeroed} FROM unnest($1::text[], $2::uuid[]) AS chosen (course_id, student_id) ${counts}) AS n
   WHERE c.course_id = n.course_id AND c.student_id = n.student_id
     AND ${tuple(COLUMNS, 'c')} IS DISTINCT FROM ${tuple(COLUMNS, 'n')}`;
/** Each student by the records of that student alone, or all records of the courses at once. */
const COUNT_SOME = countMembers(`
  LEFT JOIN LATERAL (SELECT * FROM computed_member_counts o
                      WHERE o.course_id = chosen.course_id AND o.student_id = chosen.student_id OFFSET 0) AS n ON true`);
const COUNT_ALL = countMembers(`
  LEFT JOIN (SELECT * FROM computed_member_counts WHERE course_id = ANY($3::text[])) AS n USING (course_id, student_id)`);

const distinct = (values: (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
];

const countSessions = async (client: PoolClient, taken: Recount[]): Promise<void> => {
  const ids = distinct(taken.map(({ session_id }) => session_id));
  const courses = distinct(
    taken.map(({ session_id, course_id }) => (session_id === null ? course_id : null)),
  );
  const locked = await client.query<{ session_id: string }>(LOCK_SESSIONS, [ids, courses]);
  await client.query(COUNT_SESSIONS, [locked.rows.map(({ session_id }) => session_id)]);
};

const countMembersOf = async (client: PoolClient, taken: Recount[]): Promise<void> => {
  const due = taken.filter(({ members }) => members);
  const whole = distinct(due.map(({ course_id, student_id }) => (student_id === null ? course_id : null)));
  const single = due.filter(({ course_id, student_id }) => student_id !== null && !whole.includes(course_id));
  if (due.length === 0) return;
  const { rows } = await client.query<{ course_id: string; student_id: string }>(LOCK_MEMBERS, [
    single.map(({ course_id }) => course_id),
    single.map(({ session_id }) => session_id),
    single.map(({ student_id }) => student_id),
    whole,
  ]);
  for (const [sql, ofWhole, more] of [
    [COUNT_SOME, false, []],
    [COUNT_ALL, true, [whole]],
  ] as const) {
    const chosen = rows.filter(({ course_id }) => whole.includes(course_id) === ofWhole);
    if (chosen.length > 0)
      await client.query(sql, [
        ...[chosen.map(({ course_id }) => course_id), chosen.map(({ student_id }) => student_id), ...more],
      ]);
  }
};

/**
 * Counts again what is queued. Counts are computed in a later statement than the one that locks their rows, so each sees
 * every fact that was committed before it, and an older count never replaces a newer one.
 * @returns whether more may wait
 */
export const createRecount = (pool: Pool) => (): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows: taken } = await client.query<Recount>(TAKE);
    if (taken.length > 0) {
      await countSessions(client, taken);
      await countMembersOf(client, taken);
    }
    return taken.length === BATCH;
  });
