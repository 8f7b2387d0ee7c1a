import { recordsOf } from './merges.ts';
import type { NoticeKind } from '@qr-attendance/contracts';
import type { Topic } from '@qr-attendance/contracts/events';
import { isoMoment } from '../db/sql.ts';

/** Channel that notifies replicas of changed records: `<session id> <student id>`, or `<session id> *`. */
export const RECORDS_CHANNEL = 'records';
export const EVERYBODY = '*';

export const inSections = (row: string): string =>
  `(${row}.course_id = ANY (s.course_ids) AND (s.section_ids IS NULL OR ${row}.section_id = ANY (s.section_ids)))`;

/**
 * SQL: the membership period `m` had not ended when the session `s` started, and began on the session's day
 * or night at the latest, as in the view `attendance`.
 */
export const DURING_SESSION = `
  (${inSections('m')} AND NOT m.voided AND (m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')
   AND (m.ended IS NULL OR m.ended > s.start_time))`;

/**
 * SQL: students `e` of a course who are or were in the sections of a parameter. Readers of only these
 * sections also see the past of students who moved away, as on rosters.
 */
export const wereIn = (sections: string): string => `
  EXISTS (SELECT FROM memberships m
           WHERE m.course_id = e.course_id AND m.student_id = e.student_id AND NOT m.voided AND m.began <= now()
             AND (m.ended IS NULL OR m.ended > m.began) AND m.section_id = ANY (${sections}))`;
export const areIn = (sections: string): string => `e.section_id = ANY (${sections})`;

export const ofCourses = (parameter: string): string =>
  `(s.course_id = ANY (${parameter}::text[]) OR s.joint_course_ids && ${parameter}::text[])`;

/**
 * SQL: the course of the session `s` to which the student of `row` belongs; the session's course for guests.
 */
export const courseOf = (row: string): string => `
  CASE WHEN s.joint_course_ids = '{}' THEN s.course_id
       ELSE coalesce((SELECT x.course_id FROM session_students x WHERE x.session_id = s.id AND x.student_id = ${row}.student_id),
                     s.course_id) END`;

export const notifyOf = (rows: string): string =>
  `SELECT session_id, student_id, pg_notify('${RECORDS_CHANNEL}', session_id || ' ' || student_id) FROM ${rows}`;

/** Queues a recount in each course of the session. Only seeded past classes can have an unknown session. */
export const recountOf = (rows: string): string => `
  INSERT INTO recounts (course_id, session_id, student_id)
  SELECT unnest(coalesce((SELECT s.course_ids FROM sessions s WHERE s.id = r.session_id), ARRAY[r.course_id])),
         r.session_id, r.student_id FROM ${rows} AS r`;

/**
 * Queues a notice for each row of a CTE. A queued notice keeps the state before its first change, so nobody
 * is notified of an undone change.
 */
export const noticeOf = (kind: NoticeKind, rows: string, before = 'NULL'): string => `
  INSERT INTO notices AS n (session_id, student_id, kind, was)
  SELECT session_id, student_id, '${kind}', ${before} FROM ${rows} ORDER BY session_id, student_id
  ON CONFLICT (session_id, kind, student_id) DO UPDATE SET changed_at = excluded.changed_at`;

export const auditOf = (rows: string, details = 'NULL::jsonb'): string => `
  audit_entries AS (
    INSERT INTO audit_log (id, session_id, course_id, student_id, action, actor_id, from_status, to_status, details)
    SELECT audit_id, session_id, course_id, student_id, action, actor_id, was, becomes, ${details} FROM ${rows} RETURNING id
  ), texts AS (
    INSERT INTO audit_texts (audit_id, text)
    SELECT audit_id, reason FROM ${rows} JOIN audit_entries e ON e.id = audit_id WHERE reason IS NOT NULL
  )`;

/**
 * Part of every record's version in events. Raised by a restore, so that a replay replaces copies of records,
 * and only those.
 */
const EPOCH = '(SELECT version FROM record_epoch)';

export const payloadOf = (deviceId = 'NULL'): string => `
  jsonb_strip_nulls(jsonb_build_object(
    'id', session_id || '-' || student_id, 'sessionId', session_id, 'courseId', course_id, 'studentId', student_id,
    'deviceId', ${deviceId}, 'status', status, 'markedAt', ${isoMoment('marked_at')},
    'scanned', CASE WHEN scanned_at IS NOT NULL THEN true END,
    'decidedAt', CASE WHEN status <> 'EXCUSED' THEN ${isoMoment('decided_at')} END,
    'version', record_version + ${EPOCH}))`;

/** Stores an event for each row of a CTE, replacing a waiting event. */
export const eventsOf = (topic: Topic, rows: string, trace: string, deviceId?: string): string => `
  INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload, trace)
  SELECT '${topic.name}', session_id || '-' || student_id, gen_random_uuid(), record_version + ${EPOCH}, now(),
         ${payloadOf(deviceId)}, ${trace}
    FROM ${rows} ORDER BY 2
  ON CONFLICT (topic, key) DO UPDATE
    SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
        trace = excluded.trace
    WHERE o.version < excluded.version`;

const STATUSES = ['present', 'late', 'absent', 'excused'];
const countsOf = (prefix: string, condition: string): string =>
  STATUSES.map(
    (status) =>
      `count(*) FILTER (WHERE a.status = '${status.toUpperCase()}'${condition})::int AS ${prefix}${status}`,
  ).join(', ');
export const COUNTS = countsOf('', '');
export const COUNTED = countsOf('counted_', ' AND a.counts');
export const STUDENT_COUNTS = STATUSES.map((status) => `coalesce(t.counted_${status}, 0) AS ${status}`).join(
  ', ',
);
export const sumsOf = (prefix = ''): string =>
  STATUSES.map((status) => `coalesce(sum(${prefix}${status}), 0)::int AS ${status}`).join(', ');

/**
 * SQL: the time of the record's scan. Absences and records without a scan only have the day of their class.
 */
export const scanMoment = (record: string): string =>
  `(CASE WHEN ${record}.status <> 'ABSENT' THEN ${record}.scanned_at END)`;

/**
 * SQL: joins `correction`, the last time a person changed the status of the record `a`. Accepting a mark does
 * not change it.
 */
export const lookUpCorrection = (sessionId: string, studentId: string): string => `
  LEFT JOIN LATERAL (
    SELECT max(at) AS at FROM audit_log
     WHERE a.cause = 'decision' AND session_id = ${sessionId} AND student_id = ANY (${recordsOf(studentId)})
       AND action IN ('marked_by_hand', 'set_on_roster', 'corrected', 'refused', 'undone')
       AND from_status IS DISTINCT FROM to_status) AS correction ON true`;

/**
 * SQL: the class took place. As in the view `attendance`, decisions made before the class, and excuses, prove
 * nothing.
 */
export const TOOK_PLACE = `(s.held OR EXISTS (SELECT FROM scans h WHERE h.session_id = s.id)
  OR EXISTS (SELECT FROM decisions h WHERE h.session_id = s.id AND h.status <> 'EXCUSED' AND h.decided_at >= s.start_time))`;

/** SQL: the class was canceled so soon after its creation that nobody has seen it. */
export const WAS_MISTAKE = `EXISTS (
  SELECT FROM session_revisions r
   WHERE r.session_id = s.id AND r.number = 0 AND r.at > s.canceled_at - interval '15 minutes')`;
