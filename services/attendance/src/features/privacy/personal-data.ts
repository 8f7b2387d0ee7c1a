import { type PersonalData, routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { recordsOf } from '../../core/people/merges.ts';
import { currentRecords, findStaleSessions, pushStaleSessions } from '../../core/records/current-records.ts';
import { lookupSql } from '../../db/sql.ts';

/** Students see how a mark was checked only after the session. */
const isEnded = (row: string) =>
  `NOT EXISTS (SELECT FROM sessions s WHERE s.id = ${row}.session_id AND s.ended_at IS NULL)`;
const TEXT = lookupSql('text', 'audit_texts', 't', 'audit_id = a.id');
const marksOf = (stale: string | undefined): string => `
    SELECT a.session_id || '-' || a.student_id AS id, a.session_id AS "sessionId", a.course_id AS "courseId",
           c.name AS "courseName", a.session_date AS date, a.status, a.canceled, a.scanned_at AS "scannedAt"
      FROM ${currentRecords(stale)} AS a LEFT JOIN courses c ON c.id = a.course_id
     WHERE a.student_id = $1
     ORDER BY a.start_time, a.session_id`;
const KINDS: Record<string, string> = {
  person: `
    SELECT id, name, email, user_type AS "userType", usn, reg_no AS "regNo", suspended FROM people WHERE id = $1`,
  security: `
    SELECT preferences, pin_verifier IS NOT NULL AS "hasPin", devices, passkeys,
           waiting_passkeys AS "waitingPasskeys",
           selfie_consent AS "selfieConsent"
      FROM student_security WHERE student_id = $1`,
  memberships: `
    SELECT course_id AS "courseId", active, enrolled_at AS "enrolledAt", periods FROM members WHERE student_id = $1`,
  scans: `
    SELECT c.session_id AS "sessionId", c.scanned_at AS "scannedAt", e.device_id AS "deviceId", e.device_key AS "deviceKey",
           e.distance_band AS "distanceBand", e.selfie_hash AS "selfieFingerprint", e.device_kind AS "deviceKind",
           e.on_campus AS "onCampus", e.signed, e.burst_late_ms AS "burstLateMs", e.passkey
      FROM scans c
      ${lookupSql('*', 'scan_evidence', 'e', `session_id = c.session_id AND student_id = c.student_id AND ${isEnded('c')}`)}
     WHERE c.student_id = $1 ORDER BY c.scanned_at`,
  decisionsOnMe: `
    SELECT session_id AS "sessionId", status, marked_at AS "markedAt", decided_at AS "decidedAt", decided_by AS "decidedBy"
      FROM decisions WHERE student_id = $1 ORDER BY decided_at`,
  disputes: `
    SELECT session_id || '-' || student_id AS "markId", at, note, answered_at AS "answeredAt", answer
      FROM disputes WHERE student_id = $1 ORDER BY at`,
  history: `
    SELECT a.session_id || '-' || a.student_id AS "markId", a.at, a.action, a.actor_id AS "actorId", a.from_status AS "from",
           a.to_status AS "to", t.text AS reason
      FROM audit_log a ${TEXT}
     WHERE a.student_id = $1 ORDER BY a.at`,
  historyCommitments: `
    SELECT l.line_id AS "lineId", a.session_id || '-' || a.student_id AS "markId", l.number AS "leafNumber",
           encode(o.salt, 'hex') AS salt
      FROM history_openings o JOIN history_leaves l USING (line_id) JOIN audit_log a ON a.id = l.line_id
     WHERE o.student_id = $1 ORDER BY l.number`,
  decisions: `
    SELECT a.session_id || '-' || a.student_id AS "markId", a.at, a.action, a.from_status AS "from", a.to_status AS "to",
           t.text AS reason
      FROM audit_log a ${TEXT}
     WHERE a.actor_id = $1 AND a.student_id <> $1 ORDER BY a.at`,
  flags: `
    SELECT f.session_id AS "sessionId", f.reason, f.at FROM flags f
     WHERE f.student_id = $1 AND ${isEnded('f')} ORDER BY f.at`,
  presenceChecks: `
    SELECT session_id AS "sessionId", answered_at AS "answeredAt", missed_at AS "missedAt", device_key AS "deviceKey"
      FROM presence_checks WHERE student_id = $1 ORDER BY coalesce(answered_at, missed_at)`,
  waitingNotices: `
    SELECT session_id AS "sessionId", kind, changed_at AS "changedAt" FROM notices WHERE student_id = $1 ORDER BY changed_at`,
  seenChanges: `
    SELECT until FROM seen_changes WHERE student_id = $1`,
  selfies: `
    SELECT session_id || '-' || student_id AS "markId", taken_at AS "takenAt",
           'data:image/jpeg;base64,' || encode(jpeg, 'base64') AS picture,
           prompt, 'data:image/jpeg;base64,' || encode(second_jpeg, 'base64') AS "pictureAfterPrompt",
           phash::text AS fingerprint, second_phash::text AS "fingerprintAfterPrompt"
      FROM selfies WHERE student_id = $1 ORDER BY taken_at`,
  refusedTries: `
    SELECT session_id AS "sessionId", reason, at, tries, proof, latitude, longitude
      FROM refused_tries WHERE student_id = $1 ORDER BY at`,
  helpAfterRefusedTries: `
    SELECT session_id AS "sessionId", student_id AS "studentId", actor_id AS "actorId", action, at
      FROM refused_audit WHERE student_id = $1 OR actor_id = $1 ORDER BY at`,
  pinTries: `
    SELECT failures, locked_until AS "lockedUntil" FROM pin_attempts WHERE student_id = $1`,
  placeTries: `
    SELECT tries, since FROM place_tries WHERE student_id = $1`,
};

const ERASE = `
  WITH pins AS (DELETE FROM pin_attempts WHERE student_id = $1),
  places AS (DELETE FROM place_tries WHERE student_id = $1),
  seen AS (DELETE FROM seen_changes WHERE student_id = $1),
  tries AS (DELETE FROM refused_tries WHERE student_id = $1),
  challenges AS (DELETE FROM passkey_challenges WHERE student_id = $1),
  letters AS (DELETE FROM dead_letters WHERE strpos(letter, $1::uuid::text) > 0),
  security AS (DELETE FROM student_security WHERE student_id = $1 RETURNING passkeys || waiting_passkeys AS passkeys)
  DELETE FROM passkey_counters USING security, jsonb_array_elements(security.passkeys) AS passkey
   WHERE credential_id = passkey ->> 'credentialId'`;

export const readPersonalData = async (
  reportPool: Pool,
  personId: string,
): Promise<PersonalData['records']> => {
  const records: PersonalData['records'] = {};
  const { rows } = await reportPool.query<{ ids: string[] }>(`SELECT ${recordsOf('$1')} AS ids`, [personId]);
  for (const id of rows[0]?.ids ?? []) {
    const values: unknown[] = [id];
    const stale = pushStaleSessions(values, await findStaleSessions(reportPool, { studentId: id }));
    const marks = await reportPool.query<Record<string, unknown>>(marksOf(stale), values);
    (records['marks'] ??= []).push(...marks.rows);
    for (const [kind, sql] of Object.entries(KINDS))
      (records[kind] ??= []).push(...(await reportPool.query<Record<string, unknown>>(sql, [id])).rows);
  }
  return records;
};

export const erasePersonalData = async (pool: Pool, personId: string): Promise<void> => {
  await pool.query(ERASE, [personId]);
};

interface Privacy {
  reportPool: Pool;
  clock: () => Date;
}
export const privacyRoutes = ({ reportPool, clock }: Privacy): Implementation[] => [
  implement(routes.attendance.getMyAttendanceData, async ({ caller }) => ({
    service: 'attendance' as const,
    exportedAt: clock().toISOString(),
    records: await readPersonalData(reportPool, caller.id),
  })),
];
