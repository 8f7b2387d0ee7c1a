import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { lateFrom } from './rules/session-time.ts';
import { EVERYBODY, noticeOf, RECORDS_CHANNEL } from './statements.ts';

const RULE = (s: string) =>
  `(${s}.session_date, ${s}.start_time, ${s}.late_from, ${s}.ended_at, ${s}.canceled_at, ${s}.held, ${s}.missed_check_is_late)`;

/**
 * Saves a session with all its revisions unless a newer version is known. A change that the rule reads queues a
 * recount. Reopening creates another salt for positions.
 */
const SAVE = `
  WITH before AS (
    SELECT * FROM sessions WHERE id = $1
  ), saved AS (
    INSERT INTO sessions AS s (id, course_id, teacher_id, session_date, start_time, end_time, active, ended_at, canceled_at,
                               held, late_after_minutes, late_from, location, policy, presence_check, version)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, 'infinity'), $13, $14, $15, $16)
    ON CONFLICT (id) DO UPDATE
      SET session_date = excluded.session_date, start_time = excluded.start_time, end_time = excluded.end_time,
          active = excluded.active, ended_at = excluded.ended_at, canceled_at = excluded.canceled_at, held = excluded.held,
          late_after_minutes = excluded.late_after_minutes, late_from = excluded.late_from, location = excluded.location,
          policy = excluded.policy, presence_check = excluded.presence_check, version = excluded.version,
          position_salt = CASE WHEN excluded.active THEN coalesce(s.position_salt, gen_random_uuid()) ELSE s.position_salt END
      WHERE s.version <= excluded.version
    RETURNING *
  ), changed AS (
    SELECT s.* FROM saved s LEFT JOIN before b ON true WHERE b.id IS NULL OR ${RULE('s')} IS DISTINCT FROM ${RULE('b')}
  ), revisions AS (
    INSERT INTO session_revisions (session_id, number, at, actor_id, change, session_date, start_time, late_from)
    SELECT $1, r.number, r.at, r.actor_id, r.change, r.session_date, r.start_time, coalesce(r.late_from, 'infinity')
      FROM saved, jsonb_to_recordset($17::jsonb) AS r (
        number integer, at timestamptz, actor_id uuid, change text, session_date date, start_time timestamptz,
        late_from timestamptz)
     ORDER BY r.number
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audit_entries AS (
    INSERT INTO audit_log (session_id, course_id, at, action, actor_id, details)
    SELECT session_id, $2, at, 'session_revised', actor_id, to_jsonb(revisions) - 'session_id' FROM revisions
  ), queued AS (
    INSERT INTO recounts (course_id, session_id) SELECT course_id, id FROM changed
  ), recanceled AS (
    SELECT s.id AS session_id, NULL::uuid AS student_id, CASE WHEN b.canceled_at IS NOT NULL THEN 'canceled' END AS before
      FROM saved s LEFT JOIN before b ON true
     WHERE (s.canceled_at IS NULL) <> (b.canceled_at IS NULL)
       -- A rebuilt projection does not repeat old notices.
       AND (b.id IS NOT NULL OR s.canceled_at > now() - interval '1 day')
  ), notices_queued AS (
    ${noticeOf('class_canceled', 'recanceled', 'before')}
  ), unattended AS (
    SELECT s.id AS session_id, NULL::uuid AS student_id FROM saved s JOIN before b ON b.end_time IS NULL
     WHERE EXISTS (SELECT FROM revisions WHERE change = 'ended' AND actor_id IS NULL)
  ), unattended_queued AS (
    ${noticeOf('session_ended', 'unattended')}
  )
  SELECT pg_notify('${RECORDS_CHANNEL}', id || ' ${EVERYBODY}') FROM changed`;

export const createSaveSession =
  (pool: Pool) =>
  async (session: SessionChanged): Promise<void> => {
    const revisions = session.revisions.map((revision, number) => ({
      number,
      at: revision.at,
      actor_id: revision.by,
      change: revision.change,
      session_date: revision.date,
      start_time: revision.startTime,
      late_from: lateFrom(revision) ?? null,
    }));
    await pool.query(SAVE, [
      ...[session.id, session.courseId, session.teacherId, session.date],
      ...[session.startTime, session.endTime ?? null, session.active, session.endedAt ?? null],
      ...[session.canceledAt ?? null, session.held],
      ...[session.lateAfterMinutes, lateFrom(session) ?? null, session.location ?? null],
      ...[session.policy, session.presenceCheck ?? null, session.version, JSON.stringify(revisions)],
    ]);
  };
