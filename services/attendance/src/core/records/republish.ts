import {
  attendanceCorrected,
  type AttendanceMarked,
  attendanceMarked,
  noticesDue,
  type Topic,
} from '@qr-attendance/contracts/events';
import { createEvent, REPUBLISH_BATCH, type RepublishBatch, toRepublished } from '@qr-attendance/messaging';
import type { Pool } from 'pg';
import { lookupSql, lookUpRecord } from '../../db/sql.ts';
import { parseRecordId } from './record-id.ts';
import { payloadOf } from '../events/outbox.ts';

const FIRST = '-00000000-0000-0000-0000-000000000000';

/** Facts of a merged record are published with the status of the kept record. */
const select = (table: 'scans' | 'decisions') => `
  SELECT ${payloadOf()} AS payload FROM (
    SELECT f.session_id, f.student_id, coalesce(a.course_id, s.course_id) AS course_id, coalesce(a.status, 'WITHDRAWN') AS status,
           coalesce(a.marked_at, now()) AS marked_at, a.scanned_at, d.decided_at,
           (SELECT count(*)::int FROM scans c WHERE c.session_id = f.session_id AND c.student_id = f.student_id)
             + coalesce(d.version, 0) AS record_version
      FROM (SELECT session_id, student_id FROM ${table} WHERE (session_id, student_id) > ($1, $2::uuid)
             ORDER BY session_id, student_id LIMIT ${REPUBLISH_BATCH}) AS f
      JOIN sessions s ON s.id = f.session_id
      ${lookUpRecord('version, CASE WHEN status IS NOT NULL THEN decided_at END AS decided_at', 'decisions', 'd', 'f')}
      ${lookupSql('person_id', 'person_aliases', 'p', 'alias_id = f.student_id')}
      ${lookupSql(
        'course_id, status, marked_at, scanned_at',
        'attendance',
        'a',
        'session_id = f.session_id AND student_id = coalesce(p.person_id, f.student_id)',
      )}) AS r
   ORDER BY session_id, student_id`;

const republish =
  (pool: Pool, topic: typeof attendanceMarked, table: 'scans' | 'decisions'): RepublishBatch =>
  async (after = FIRST, publish) => {
    const { sessionId, studentId } = parseRecordId(after);
    const { rows } = await pool.query<{ payload: AttendanceMarked }>(select(table), [sessionId, studentId]);
    await publish(rows.map(({ payload }) => createEvent(topic, payload.id, payload)));
    return toRepublished(rows.map(({ payload }) => payload.id));
  };

/** Notices are excluded, so that nobody is notified twice. */
export const createRepublishers = (pool: Pool): [Topic, RepublishBatch][] => [
  [attendanceMarked, republish(pool, attendanceMarked, 'scans')],
  [attendanceCorrected, republish(pool, attendanceCorrected, 'decisions')],
  [noticesDue, async () => toRepublished([])],
];
