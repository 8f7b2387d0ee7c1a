import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { assignSql } from '../../db/sql.ts';
import { COUNTED_TOTALS, COUNT_TOTALS } from './counts.ts';
import { ALL_SECTIONS, RECORDS_CHANNEL } from '../events/notify-pages.ts';
import { inCoursesSql } from '../sessions/session-conditions.ts';

const BATCH = 2_000;
/** Maximum number of courses per recount: it covers all their sessions and must not hold locks for long. */
const COURSES = 10;

interface Recount {
  course_id: string;
  session_id: string | null;
  student_id: string | null;
}

/**
 * Takes all queued rows of the chosen courses, and counts each session once. Changes of single sessions come
 * first, because their authors are looking at the result.
 */
const TAKE = `
  WITH waiting AS MATERIALIZED (
    SELECT id, course_id FROM recounts WHERE session_id IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), oldest AS (
    SELECT course_id FROM waiting GROUP BY course_id ORDER BY min(id) LIMIT ${COURSES}
  ), chosen AS (
    SELECT id FROM recounts WHERE session_id IS NOT NULL OR course_id IN (SELECT course_id FROM oldest)
     ORDER BY session_id IS NULL, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM recounts WHERE id IN (SELECT id FROM chosen) RETURNING course_id, session_id, student_id`;

const LOCK_SESSIONS = `
  INSERT INTO session_counts AS c (session_id, course_id)
  SELECT id, unnest(course_ids) FROM sessions s WHERE id = ANY($1::text[]) OR ${inCoursesSql('$2')} ORDER BY 1, 2
  ON CONFLICT (session_id, course_id) DO UPDATE SET session_id = excluded.session_id
  RETURNING session_id`;

const RECORD = [
  'course_id',
  'session_date',
  'start_time',
  'canceled',
  'ended',
  'status',
  'cause',
  'counts',
  'scanned_at',
  'marked_at',
  'version',
  'to_review',
  'flagged',
  'disputed',
  'section_id',
];
const COUNTED_COLUMNS = ['counted_present', 'counted_late', 'counted_absent', 'counted_excused'];
const COLUMNS = ['session_date', 'start_time', 'present', 'late', 'absent', 'excused', ...COUNTED_COLUMNS];
const tuple = (columns: string[], of: string) => `(${columns.map((name) => `${of}.${name}`).join(', ')})`;
const SAME_RECORD = (a: string, b: string) =>
  `${a}.session_id = ${b}.session_id AND ${a}.student_id = ${b}.student_id`;

/**
 * Updates the cached records of locked sessions (`$4`). In an ended session the first scan or decision makes
 * everybody else absent, so the whole session is computed.
 * @returns the students whose counts may change; for a recount of a course, all its students
 */
const REFRESH_RECORDS = `
  WITH queued AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[]) AS q (course_id, session_id, student_id)
  ), concerned AS (
    -- A fact of a merged record counts for the kept one.
    SELECT * FROM queued
     UNION ALL SELECT q.course_id, q.session_id, p.person_id FROM queued q JOIN person_aliases p ON p.alias_id = q.student_id
  ), courses AS (
    SELECT DISTINCT course_id FROM queued WHERE session_id IS NULL AND student_id IS NULL
  ), locked AS MATERIALIZED (
    SELECT id, course_ids, ended_at FROM sessions WHERE id = ANY($4::text[])
  ), asked AS (
    SELECT l.id AS session_id, CASE WHEN l.ended_at IS NULL THEN q.student_id END AS student_id
      FROM concerned q JOIN locked l ON l.id = q.session_id
     UNION
    SELECT l.id, q.student_id
      FROM concerned q JOIN (SELECT id, unnest(course_ids) AS course_id FROM locked) AS l USING (course_id)
     WHERE q.session_id IS NULL
  ), whole AS MATERIALIZED (
    SELECT session_id FROM asked WHERE student_id IS NULL
  ), single AS MATERIALIZED (
    SELECT * FROM asked WHERE student_id IS NOT NULL AND session_id NOT IN (SELECT session_id FROM whole)
  ), fresh AS MATERIALIZED (
    SELECT c.* FROM whole w CROSS JOIN LATERAL (
      SELECT * FROM computed_records WHERE session_id = w.session_id OFFSET 0) AS c
     UNION ALL
    SELECT c.* FROM single o CROSS JOIN LATERAL (
      SELECT * FROM computed_records WHERE session_id = o.session_id AND student_id = o.student_id OFFSET 0) AS c
  ), cached AS MATERIALIZED (
    SELECT r.* FROM whole JOIN records r USING (session_id)
     UNION ALL SELECT r.* FROM single o JOIN records r ON ${SAME_RECORD('r', 'o')}
  ), changed AS MATERIALIZED (
    SELECT * FROM fresh EXCEPT SELECT * FROM cached
  ), outdated AS MATERIALIZED (
    SELECT * FROM cached EXCEPT SELECT * FROM fresh
  ), written AS (
    INSERT INTO records AS r SELECT * FROM changed ORDER BY session_id, student_id
    ON CONFLICT (session_id, student_id) DO UPDATE
      SET ${assignSql(RECORD, 'excluded')}
  ), deleted AS (
    DELETE FROM records r USING outdated o
     WHERE ${SAME_RECORD('r', 'o')} AND NOT EXISTS (SELECT FROM changed c WHERE ${SAME_RECORD('c', 'o')})
  )
  SELECT course_id, student_id FROM (SELECT * FROM changed UNION ALL SELECT * FROM outdated) AS o WHERE counts
   UNION SELECT r.course_id, r.student_id FROM courses JOIN records r USING (course_id)
   UNION SELECT c.course_id, c.student_id FROM courses JOIN member_counts c USING (course_id)`;

/**
 * After a change of memberships or merged records, pages with a live roster reload it. PostgreSQL sends equal
 * notifications of a transaction once, when the new records are visible.
 */
const NOTIFY_ROSTERS = `
  SELECT pg_notify('${RECORDS_CHANNEL}', s.id || ' ${ALL_SECTIONS}') FROM sessions s
   WHERE s.id = ANY($1::text[]) AND s.course_ids && $2::text[] AND s.ended_at IS NULL`;

/**
 * Counts the cached records. A fact that is missing from the cache is still queued, and the next recount
 * includes it.
 */
const COUNT_SESSIONS = `
  UPDATE session_counts c SET ${assignSql(COLUMNS, 'n')}, changed_at = clock_timestamp()
    FROM (SELECT s.id, o.course_id, s.session_date, s.start_time, r.*
            FROM sessions s CROSS JOIN LATERAL unnest(s.course_ids) AS o (course_id)
           CROSS JOIN LATERAL (SELECT ${COUNT_TOTALS}, ${COUNTED_TOTALS} FROM records a
                                WHERE a.session_id = s.id AND NOT a.canceled AND a.course_id = o.course_id) AS r
           WHERE s.id = ANY ($1::text[])) AS n
   WHERE c.session_id = n.id AND c.course_id = n.course_id`;
/** Deletes counts of courses that a session no longer covers. */
const DELETE_LEFT_COURSES = `
  DELETE FROM session_counts c USING sessions s
   WHERE c.session_id = ANY($1::text[]) AND s.id = c.session_id AND c.course_id <> ALL (s.course_ids)`;

const LOCK_MEMBERS = `
  INSERT INTO member_counts (course_id, student_id)
  SELECT * FROM unnest($1::text[], $2::uuid[]) ORDER BY 1, 2
  ON CONFLICT (course_id, student_id) DO UPDATE SET course_id = excluded.course_id`;
const COUNT_MEMBERS = `
  UPDATE member_counts c SET ${assignSql(COUNTED_COLUMNS, 'n')}, version = c.version + 1
    FROM (SELECT m.*, r.*
            FROM unnest($1::text[], $2::uuid[]) AS m (course_id, student_id)
           CROSS JOIN LATERAL (SELECT ${COUNTED_TOTALS} FROM records a
                                WHERE a.course_id = m.course_id AND a.student_id = m.student_id AND a.counts) AS r) AS n
   WHERE c.course_id = n.course_id AND c.student_id = n.student_id
     AND ${tuple(COUNTED_COLUMNS, 'c')} IS DISTINCT FROM ${tuple(COUNTED_COLUMNS, 'n')}`;

/** Statements are prepared, because planning them takes longer than recounting a few marks. */
const preparedOn =
  (client: PoolClient) =>
  async <Row extends object>(name: string, text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>({ name: `recount-${name}`, text, values })).rows;

const recountRows = async (run: ReturnType<typeof preparedOn>, taken: Recount[]): Promise<void> => {
  const ids = taken.map(({ session_id }) => session_id);
  const changed = taken.flatMap(({ session_id, course_id }) => (session_id === null ? [course_id] : []));
  // Repeated values would make the planner expect too many rows.
  const chosen = [ids, changed].map((values) => [...new Set(values)]);
  const sessions = await run<{ session_id: string }>('lock-sessions', LOCK_SESSIONS, chosen);
  const locked = [...new Set(sessions.map(({ session_id }) => session_id))];
  const members = await run<{ course_id: string; student_id: string }>('records', REFRESH_RECORDS, [
    taken.map(({ course_id }) => course_id),
    ids,
    taken.map(({ student_id }) => student_id),
    locked,
  ]);
  if (changed.length > 0) await run('notify-rosters', NOTIFY_ROSTERS, [locked, changed]);
  await run('sessions', COUNT_SESSIONS, [locked]);
  await run('left-courses', DELETE_LEFT_COURSES, [locked]);
  if (members.length === 0) return;
  const pairs = [members.map(({ course_id }) => course_id), members.map(({ student_id }) => student_id)];
  await run('lock-members', LOCK_MEMBERS, pairs);
  await run('members', COUNT_MEMBERS, pairs);
};

/**
 * Recomputes what is queued: records, then the counts of their sessions and students. Counts are locked by one
 * statement and computed by a later statement, which includes every fact committed before, and an older result never
 * replaces a newer one. No other statement locks the counts, so marks do not wait for a recount.
 * @param recountPool allows long statements
 * @returns whether more rows may be queued
 */
export const createRecount = (recountPool: Pool) => (): Promise<boolean> =>
  inTransaction(recountPool, async (client) => {
    const run = preparedOn(client);
    // Planned each time: a plan made for the usually empty queue would scan a long one again and again.
    const { rows: taken } = await client.query<Recount>(TAKE);
    if (taken.length > 0) await recountRows(run, taken);
    const whole = new Set(
      taken.flatMap(({ session_id, course_id }) => (session_id === null ? [course_id] : [])),
    );
    return taken.length === BATCH || whole.size >= COURSES;
  });
