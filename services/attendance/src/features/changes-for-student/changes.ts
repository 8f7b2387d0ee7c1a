import {
  attendanceAuditActionSchema,
  MAX_CHANGES,
  routes,
  type ChangeList,
  type SeenChange,
} from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { courseSql, DURING_SESSION, CLASS_WAS_MISTAKE } from '../../core/sessions/session-conditions.ts';
import { isoMoment, lookupSql } from '../../db/sql.ts';

/** Nobody looks for older changes on a dashboard. */
const MAX_DAYS = 30;

/**
 * The time at which the oldest unfinished writing transaction began. When it commits, its audit entries have
 * times after that, so nothing after that time counts as seen.
 */
const OLDEST_WRITER = `
  SELECT least(now(), min(xact_start)) AS at FROM pg_stat_activity
   WHERE datname = current_database() AND backend_type = 'client backend' AND backend_xid IS NOT NULL`;

/**
 * Changes by others for the student `$1` since the last visit, oldest first, without changes that were
 * undone. The audit log contains the status at the last visit.
 */
const CHANGES = `
  WITH seen AS (
    SELECT greatest((SELECT until FROM seen_changes WHERE student_id = $1), now() - interval '${MAX_DAYS} days') AS until
  ), decided AS (
    SELECT a.session_id, a.action = 'dispute_answered' AS is_answer, max(a.written_at) AS at,
           (array_agg(a.from_status ORDER BY a.written_at))[1] AS was,
           (array_agg(a.actor_id ORDER BY a.written_at DESC))[1] AS actor_id,
           (array_agg(a.id ORDER BY a.written_at DESC))[1] AS audit_id
      FROM audit_log a
     WHERE a.student_id = $1 AND a.written_at > (SELECT until FROM seen) AND a.action = ANY ($2)
     GROUP BY 1, 2
  ), revised AS (
    SELECT a.session_id, max(a.written_at) AS at, min((a.details ->> 'number')::int) AS first
      FROM audit_log a
     WHERE a.student_id IS NULL AND a.course_id = ANY (ARRAY(
             SELECT course_id FROM members WHERE student_id = $1
              UNION SELECT j.course_id FROM members m JOIN sessions j ON j.joint_course_ids @> ARRAY[m.course_id]
              WHERE m.student_id = $1))
       AND a.written_at > (SELECT until FROM seen)
       AND a.details ->> 'change' IN ('created', 'edited', 'canceled', 'reopened')
     GROUP BY 1
  ), classes AS (
    SELECT r.session_id, r.at, b.session_date AS was_date, b.start_time AS was_start,
           CASE WHEN s.canceled_at IS NOT NULL THEN 'class_canceled' WHEN b.canceled THEN 'class_restored'
                ELSE 'class_moved' END AS kind
      FROM revised r JOIN sessions s ON s.id = r.session_id
      JOIN LATERAL (
        SELECT v.session_date, v.start_time,
               coalesce((SELECT c.change = 'canceled' FROM session_revisions c
                          WHERE c.session_id = v.session_id AND c.number <= v.number AND c.change IN ('canceled', 'reopened')
                          ORDER BY c.number DESC LIMIT 1), false) AS canceled
          FROM session_revisions v WHERE v.session_id = s.id AND v.number = greatest(r.first - 1, 0)) AS b ON true
     WHERE ((s.canceled_at IS NOT NULL) <> b.canceled OR s.canceled_at IS NULL AND s.start_time <> b.start_time)
       AND NOT ${CLASS_WAS_MISTAKE}
       AND EXISTS (SELECT FROM memberships m
                    WHERE ${DURING_SESSION} AND m.student_id = $1 AND m.began <= r.at)
  ), changes AS (
    SELECT d.session_id, 'status_changed' AS kind, d.at, d.actor_id, d.was AS from_status, o.status AS to_status,
           NULL::text AS answer, NULL::date AS was_date, NULL::timestamptz AS was_start
      FROM decided d JOIN sessions s ON s.id = d.session_id AND s.canceled_at IS NULL
      ${lookupSql('status', 'attendance', 'o', 'session_id = d.session_id AND student_id = $1')}
     WHERE NOT d.is_answer AND d.was IS DISTINCT FROM o.status
     UNION ALL
    SELECT d.session_id, 'dispute_answered', d.at, d.actor_id, NULL, NULL, t.text, NULL, NULL
      FROM decided d JOIN audit_texts t ON t.audit_id = d.audit_id WHERE d.is_answer
     UNION ALL
    SELECT c.session_id, c.kind, c.at, l.actor_id, NULL, NULL, NULL, c.was_date, c.was_start
      FROM classes c CROSS JOIN LATERAL (
        SELECT actor_id FROM session_revisions r
         WHERE r.session_id = c.session_id
           AND r.change = CASE c.kind WHEN 'class_canceled' THEN 'canceled' WHEN 'class_restored' THEN 'reopened' ELSE 'edited' END
         ORDER BY r.number DESC LIMIT 1) AS l
  )
  SELECT n.at, jsonb_build_object(
           'kind', n.kind, 'at', ${isoMoment('n.at')}, 'by', CASE WHEN n.actor_id IS NOT NULL THEN coalesce(p.name, '') END,
           'session', jsonb_build_object(
             '_id', s.id, 'date', s.session_date, 'startTime', ${isoMoment('s.start_time')},
             'course', jsonb_build_object('_id', o.course_id, 'name', coalesce(c.name, ''), 'code', coalesce(c.code, ''))))
           || CASE n.kind
                WHEN 'status_changed' THEN jsonb_build_object('from', n.from_status, 'to', n.to_status)
                WHEN 'dispute_answered' THEN jsonb_build_object('answer', n.answer)
                WHEN 'class_moved' THEN jsonb_build_object(
                  'movedFrom', jsonb_build_object('date', n.was_date, 'startTime', ${isoMoment('n.was_start')}))
                ELSE '{}' END AS change
    FROM changes n JOIN sessions s ON s.id = n.session_id
   CROSS JOIN LATERAL (SELECT ${courseSql('own')} AS course_id FROM (SELECT $1::uuid AS student_id) AS own) AS o
    ${lookupSql('name, code', 'courses', 'c', 'id = o.course_id')}
    ${lookupSql('name', 'people', 'p', 'id = n.actor_id')}
   ORDER BY n.at, n.session_id, n.kind LIMIT ${MAX_CHANGES + 1}`;

export const listChanges = async (pool: Pool, studentId: string): Promise<ChangeList> => {
  // Must be read before the changes; otherwise a transaction that ends between the two reads would be missed.
  const writer = await pool.query<{ at: Date }>(OLDEST_WRITER);
  const { rows } = await pool.query<{ at: Date; change: SeenChange }>(CHANGES, [
    studentId,
    attendanceAuditActionSchema.options,
  ]);
  const page = rows.slice(0, MAX_CHANGES);
  const last = page.at(-1);
  // Databases store microseconds: everything within the millisecond of the last change has been read.
  const lastMs = last && last.at.getTime() + 1;
  const until = lastMs && Math.min(lastMs, writer.rows[0]?.at.getTime() ?? lastMs);
  return {
    changes: page.map(({ change }) => change).reverse(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    isMore: rows.length > MAX_CHANGES,
  };
};

/** Never moves back, even if another tab reports late. */
export const markSeen = async (pool: Pool, studentId: string, until: Date): Promise<void> => {
  await pool.query(
    `INSERT INTO seen_changes AS s (student_id, until) VALUES ($1, least($2::timestamptz, now()))
     ON CONFLICT (student_id) DO UPDATE SET until = excluded.until WHERE s.until < excluded.until`,
    [studentId, until],
  );
};

export const changesRoutes = ({ pool }: { pool: Pool }): Implementation[] => [
  implement(routes.attendance.listChanges, ({ caller }) => listChanges(pool, caller.id)),
  implement(routes.attendance.markChangesSeen, async ({ caller, body }) => {
    await markSeen(pool, caller.id, new Date(body.until));
    return undefined;
  }),
];
