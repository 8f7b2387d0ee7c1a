import { lateFromOf } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { assignSql } from '../../db/sql.ts';
import { ALL_SECTIONS, RECORDS_CHANNEL } from '../events/notify-pages.ts';
import { noticeSql } from '../events/queue-notices.ts';

const RULE = (s: string) =>
  `(${s}.session_date, ${s}.start_time, ${s}.late_from, ${s}.ended_at, ${s}.canceled_at, ${s}.held, ${s}.missed_check_is_late,
    ${s}.section_ids, ${s}.course_ids)`;

/**
 * Saves a session with all its revisions unless a newer version is stored. Queues a recount if the status
 * rule depends on the change. Reopening creates another salt for positions.
 */
const save = (fixed: string[], changing: string[]) => `
  WITH before AS (
    SELECT * FROM sessions WHERE id = $1::jsonb ->> 'id'
  ), saved AS (
    INSERT INTO sessions AS s (${[...fixed, ...changing].join(', ')})
    SELECT ${[...fixed, ...changing].join(', ')} FROM jsonb_populate_record(NULL::sessions, $1)
    ON CONFLICT (id) DO UPDATE SET ${assignSql(changing, 'excluded')},
          position_salt = CASE WHEN excluded.active THEN coalesce(s.position_salt, gen_random_uuid()) ELSE s.position_salt END,
          -- Marks of a canceled class are not compared, so it is assessed again once it takes place after all.
          assessed_at = CASE WHEN s.canceled_at IS NULL OR excluded.canceled_at IS NOT NULL THEN s.assessed_at END
      WHERE s.version <= excluded.version
    RETURNING *
  ), changed AS (
    SELECT s.*, b.course_ids AS left_course_ids FROM saved s LEFT JOIN before b ON true
     WHERE b.id IS NULL OR ${RULE('s')} IS DISTINCT FROM ${RULE('b')}
  ), revisions AS (
    INSERT INTO session_revisions (session_id, number, at, actor_id, change, session_date, start_time, late_from, section_ids)
    SELECT saved.id, r.number, r.at, r.actor_id, r.change, r.session_date, r.start_time, r.late_from, r.section_ids
      FROM saved, jsonb_populate_recordset(NULL::session_revisions, $2) AS r ORDER BY r.number
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audit_entries AS (
    INSERT INTO audit_log (session_id, course_id, at, action, actor_id, details)
    SELECT session_id, course_id, at, 'session_revised', actor_id, to_jsonb(revisions) - 'session_id'
      FROM revisions JOIN saved ON saved.id = session_id
  ), queued AS (
    INSERT INTO recounts (course_id, session_id)
    SELECT DISTINCT unnest(course_ids || left_course_ids), id FROM changed
     -- Classes that were parallel until now; a trigger queues those that are from now on.
     UNION SELECT unnest(p.other_course_ids), p.other_id FROM parallel_sessions p JOIN changed ON changed.id = p.session_id
  ), recanceled AS (
    SELECT s.id AS session_id, NULL::uuid AS student_id, CASE WHEN b.canceled_at IS NOT NULL THEN 'canceled' END AS before
      FROM saved s LEFT JOIN before b ON true
     WHERE (s.canceled_at IS NULL) <> (b.canceled_at IS NULL)
       -- A rebuilt projection does not repeat old notices.
       AND (b.id IS NOT NULL OR s.canceled_at > now() - interval '1 day')
  ), notices_queued AS (
    ${noticeSql('class_canceled', 'recanceled', 'before')}
  ), unattended AS (
    SELECT s.id AS session_id, NULL::uuid AS student_id FROM saved s JOIN before b ON b.end_time IS NULL
     WHERE EXISTS (SELECT FROM revisions WHERE change = 'ended' AND actor_id IS NULL)
  ), unattended_queued AS (
    ${noticeSql('session_ended', 'unattended')}
  ), unconfirmed AS (
    SELECT s.id AS session_id, NULL::uuid AS student_id FROM saved s LEFT JOIN before b ON true
     WHERE NOT s.held AND s.canceled_at IS NULL AND s.ended_at > now() - interval '1 day' AND b.ended_at IS NULL
  ), unconfirmed_queued AS (
    ${noticeSql('register_not_taken', 'unconfirmed')}
  )
  SELECT pg_notify('${RECORDS_CHANNEL}', id || ' ${ALL_SECTIONS}') FROM changed`;

const jointCoursesOf = ({ courseId, sections = [] }: Pick<SessionChanged, 'courseId' | 'sections'>) => [
  ...new Set(sections.map((section) => section.courseId).filter((id) => id !== courseId)),
];

const sectionIdsOf = ({ sections }: Pick<SessionChanged, 'sections'>) =>
  sections?.map(({ sectionId }) => sectionId);

const timesOf = (at: Pick<SessionChanged, 'date' | 'startTime' | 'lateAfterMinutes'>) => ({
  session_date: at.date,
  start_time: at.startTime,
  late_from: lateFromOf(at) ?? 'infinity',
});

export const createSaveSession =
  (pool: Pool) =>
  async (session: SessionChanged): Promise<void> => {
    const { id, active, held, location, policy, version, revisions } = session;
    const fixed = { id, teacher_id: session.teacherId };
    const changing = {
      course_id: session.courseId,
      active,
      held,
      location,
      policy,
      version,
      ...timesOf(session),
      end_time: session.endTime,
      ended_at: session.endedAt,
      canceled_at: session.canceledAt,
      presence_check: session.presenceCheck,
      section_ids: sectionIdsOf(session),
      joint_course_ids: jointCoursesOf(session),
      late_after_minutes: session.lateAfterMinutes,
    };
    const rows = revisions.map(({ at, by, change, ...revision }, number) => ({
      number,
      at,
      actor_id: by,
      change,
      ...timesOf(revision),
      section_ids: sectionIdsOf(revision),
    }));
    const text = save(Object.keys(fixed), Object.keys(changing));
    await pool.query(text, [{ ...fixed, ...changing }, JSON.stringify(rows)]);
  };
