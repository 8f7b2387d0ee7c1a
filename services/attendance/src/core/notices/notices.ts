import { type Action, ROLES_OF } from '@qr-attendance/contracts';
import { noticesDue } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { isoMoment, lookUpRecord } from '../../db/sql.ts';
import { recordsOf } from '../people/merges.ts';
import {
  courseSql,
  DURING_SESSION,
  CLASS_TOOK_PLACE,
  CLASS_WAS_MISTAKE,
} from '../sessions/session-conditions.ts';

/**
 * Delay of notices, because late marks arrive and decisions are undone for a while after the class or a
 * change.
 */
const SETTLED_MINUTES = 15;
const BATCH = 500;
const RECEIVERS = 500;

/** A UUID of version 8 (RFC 9562) derived from a text. */
const fixedUuid = (text: string) =>
  `overlay(overlay(md5(${text}) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`;

const CLASS = `
  SELECT DISTINCT ON (m.student_id) m.student_id, m.course_id FROM memberships m
   WHERE ${DURING_SESSION}
   ORDER BY m.student_id, array_position(s.course_ids, m.course_id)`;

/**
 * SQL: the staff of some courses of `s` whose role allows an action, according to the table of `can`. Each
 * person occurs once, with the first of their courses. Roles that are limited to sections allow none of these
 * actions.
 */
const staffWho = (action: Action, courses = 's.course_ids') => `
  SELECT DISTINCT ON (user_id) user_id, course_id FROM (
    SELECT c.teacher_id AS user_id, c.id AS course_id FROM courses c WHERE c.id = ANY (${courses})
     UNION ALL
    SELECT (m ->> 'userId')::uuid, c.id FROM courses c CROSS JOIN jsonb_array_elements(c.staff) AS m
     WHERE c.id = ANY (${courses}) AND m ->> 'role' IN (${ROLES_OF[action].map((role) => `'${role}'`).join(', ')})
       AND m -> 'sectionIds' IS NULL AND coalesce((m ->> 'from')::timestamptz <= now(), true) AND coalesce((m ->> 'until')::timestamptz > now(), true)
  ) AS everybody ORDER BY user_id, array_position(s.course_ids, course_id)`;

/** SQL: due notices `n`, with their sessions `s`. `$1` is the time zone of the campus. */
const DUE_NOTICES = `
  notices n JOIN sessions s ON s.id = n.session_id
       WHERE n.changed_at <= now() - interval '${SETTLED_MINUTES} minutes'
         AND (s.ended_at <= now() - interval '${SETTLED_MINUTES} minutes' OR n.kind = 'class_canceled' AND s.canceled_at IS NULL)
         AND (n.kind <> 'register_not_taken' OR s.session_date < (now() AT TIME ZONE $1)::date)`;

/** Planning the statement that publishes takes milliseconds, and most polls find nothing. */
const IS_ANY_DUE = `SELECT EXISTS (SELECT FROM ${DUE_NOTICES}) AS "isAnyDue"`;

/**
 * Publishes due notices. Drops a change that restores the previous state, such as an undone decision. Notices
 * about classes without attendance wait for the end of the campus day, so that one email covers the day;
 * their ids are derived, so a rebuilt projection sends none twice.
 */
const PUBLISH = `
  WITH due AS (
    DELETE FROM notices WHERE ctid IN (
      SELECT n.ctid FROM ${DUE_NOTICES}
       ORDER BY n.changed_at LIMIT ${BATCH} FOR UPDATE OF n SKIP LOCKED)
    RETURNING *
  ), outcomes AS (
    SELECT n.session_id, n.kind, n.student_id AS receiver_id, n.student_id, coalesce(n.was, a.undecided) AS from_status,
           a.status AS to_status, ${courseSql('n')} AS course_id
      FROM due n JOIN sessions s ON s.id = n.session_id AND s.canceled_at IS NULL
      ${lookUpRecord('status, undecided', 'attendance', 'a', 'n')}
     WHERE n.kind = 'status_changed' AND coalesce(n.was, a.undecided) IS DISTINCT FROM a.status
    UNION ALL
    SELECT n.session_id, n.kind, n.student_id, n.student_id, NULL, NULL, ${courseSql('n')}
      FROM due n JOIN sessions s ON s.id = n.session_id
     WHERE n.kind = 'dispute_answered' AND EXISTS (
       SELECT FROM disputes d
        WHERE d.session_id = n.session_id AND d.student_id = ANY (${recordsOf('n.student_id')})
          AND d.answered_at IS NOT NULL)
    UNION ALL
    SELECT n.session_id, n.kind, t.user_id, n.student_id, NULL, NULL, t.course_id
      FROM due n JOIN sessions s ON s.id = n.session_id JOIN disputes d USING (session_id, student_id)
     CROSS JOIN LATERAL (${staffWho('reviewMarks', `ARRAY[${courseSql('n')}]`)}) AS t
     WHERE n.kind = 'dispute' AND d.answered_at IS NULL
    UNION ALL
    SELECT n.session_id, n.kind, m.student_id, NULL, NULL, NULL, m.course_id
      FROM due n JOIN sessions s ON s.id = n.session_id CROSS JOIN LATERAL (${CLASS}) AS m
     WHERE n.kind = 'class_canceled' AND (n.was IS NULL) <> (s.canceled_at IS NULL)
       AND NOT ${CLASS_WAS_MISTAKE}
    UNION ALL
    SELECT n.session_id, n.kind, t.user_id, NULL, NULL, NULL, t.course_id
      FROM due n JOIN sessions s ON s.id = n.session_id AND s.canceled_at IS NULL
     CROSS JOIN LATERAL (${staffWho('manageSessions')}) AS t
     WHERE CASE n.kind
             WHEN 'session_ended' THEN (
               SELECT r.actor_id IS NULL FROM session_revisions r WHERE r.session_id = s.id ORDER BY r.number DESC LIMIT 1)
             WHEN 'register_not_taken' THEN NOT ${CLASS_TOOK_PLACE} END
  ), numbered AS (
    SELECT *, (row_number() OVER (PARTITION BY session_id, course_id, kind ORDER BY receiver_id, student_id) - 1) / ${RECEIVERS} AS chunk
      FROM outcomes
  ), events AS (
    SELECT CASE kind WHEN 'register_not_taken' THEN ${fixedUuid("concat_ws(' ', session_id, course_id, kind, chunk)")}
                     ELSE gen_random_uuid() END AS id, session_id, course_id, kind,
           jsonb_agg(CASE kind WHEN 'status_changed'
             THEN jsonb_build_object('receiverId', receiver_id, 'studentId', student_id, 'from', from_status, 'to', to_status)
             ELSE jsonb_strip_nulls(jsonb_build_object('receiverId', receiver_id, 'studentId', student_id)) END) AS notices
      FROM numbered GROUP BY session_id, course_id, kind, chunk
  ), published AS (
    INSERT INTO outbox (topic, key, id, version, occurred_at, payload)
    SELECT '${noticesDue.name}', e.id, gen_random_uuid(), 1, now(),
           jsonb_build_object(
             'id', e.id, 'kind', e.kind, 'at', ${isoMoment('now()')}, 'notices', e.notices, 'version', 1,
             'session', jsonb_build_object(
               'id', s.id, 'courseName', c.name, 'courseCode', c.code, 'startTime', ${isoMoment('s.start_time')},
               'canceled', s.canceled_at IS NOT NULL))
      FROM events e JOIN sessions s ON s.id = e.session_id JOIN courses c ON c.id = e.course_id
  )
  SELECT count(*)::int AS taken FROM due`;

/** @returns whether more notices may be due */
export const createPublishNotices =
  (pool: Pool, campusTimeZone: string, wakeRelay: () => void) => async (): Promise<boolean> => {
    const values = [campusTimeZone];
    const due = await pool.query<{ isAnyDue: boolean }>({ name: 'due-notices', text: IS_ANY_DUE, values });
    if (due.rows[0]?.isAnyDue !== true) return false;
    const { rows } = await pool.query<{ taken: number }>({ name: 'publish-notices', text: PUBLISH, values });
    const taken = rows[0]?.taken ?? 0;
    if (taken > 0) wakeRelay();
    return taken === BATCH;
  };
