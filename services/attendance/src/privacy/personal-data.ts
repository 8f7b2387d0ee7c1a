import type { PersonalData } from '@qr-attendance/contracts';
import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';

/** Marks, and those that were undone, of which only the history is kept. */
const ALL_MARKS = `(SELECT id, student_id FROM marks UNION ALL SELECT id, student_id FROM withdrawn_marks)`;

/** All that this service keeps of the person `$1`, by kind of record. */
const KINDS: Record<string, string> = {
  person: `
    SELECT id, name, email, user_type AS "userType", usn, reg_no AS "regNo", suspended FROM people WHERE id = $1`,
  security: `
    SELECT preferences, pin_verifier IS NOT NULL AS "hasPin", device_ids AS "deviceIds", devices, passkeys,
           waiting_passkeys AS "waitingPasskeys",
           selfie_consent AS "selfieConsent"
      FROM student_security WHERE student_id = $1`,
  enrolments: `
    SELECT course_id AS "courseId", active, enrolled_at AS "enrolledAt" FROM enrolments WHERE student_id = $1`,
  marks: `
    SELECT m.id, m.session_id AS "sessionId", m.course_id AS "courseId", c.name AS "courseName", m.session_date AS date,
           m.status, m.canceled_status AS "statusBeforeCancel", m.marked_at AS "markedAt", m.device_id AS "deviceId", m.device_key AS "deviceKey",
           m.distance_band AS "distanceBand", m.selfie_hash AS "selfieFingerprint", m.reviewed_at AS "reviewedAt"
      FROM marks m LEFT JOIN courses c ON c.id = m.course_id WHERE m.student_id = $1 ORDER BY m.marked_at`,
  disputes: `
    SELECT id AS "markId", disputed_at AS at, dispute_note AS note, dispute_answered_at AS "answeredAt",
           dispute_answer AS answer
      FROM marks WHERE student_id = $1 AND disputed_at IS NOT NULL ORDER BY disputed_at`,
  history: `
    SELECT a.mark_id AS "markId", a.at, coalesce(a.cause, a.action) AS action, a.actor_id AS "actorId", a.from_status AS "from",
           a.to_status AS "to", t.text AS reason
      FROM ${ALL_MARKS} AS m JOIN mark_audit a ON a.mark_id = m.id LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
     WHERE m.student_id = $1 ORDER BY a.at`,
  historyCommitments: `
    SELECT l.line_id AS "lineId", a.mark_id AS "markId", l.number AS "leafNumber", encode(o.salt, 'hex') AS salt
      FROM history_openings o JOIN history_leaves l USING (line_id) JOIN mark_audit a ON a.id = l.line_id
     WHERE o.student_id = $1 ORDER BY l.number`,
  withdrawnMarks: `
    SELECT id, session_id AS "sessionId", withdrawn_at AS "withdrawnAt" FROM withdrawn_marks WHERE student_id = $1
     ORDER BY withdrawn_at`,
  decisions: `
    SELECT a.mark_id AS "markId", a.at, coalesce(a.cause, a.action) AS action, a.from_status AS "from", a.to_status AS "to", t.text AS reason
      FROM mark_audit a JOIN ${ALL_MARKS} AS m ON m.id = a.mark_id LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
     WHERE a.actor_id = $1 AND m.student_id <> $1 ORDER BY a.at`,
  flags: `
    SELECT session_id AS "sessionId", reason, at FROM mark_flags WHERE student_id = $1 ORDER BY at`,
  markContexts: `
    SELECT session_id AS "sessionId", device_kind AS "deviceKind", on_campus AS "onCampus", signed,
           live_late_ms AS "liveLateMs", passkey, at
      FROM mark_contexts WHERE student_id = $1 ORDER BY at`,
  secondLooks: `
    SELECT session_id AS "sessionId", answered_at AS "answeredAt", missed_at AS "missedAt", device_key AS "deviceKey"
      FROM second_looks WHERE student_id = $1 ORDER BY coalesce(answered_at, missed_at)`,
  selfies: `
    SELECT s.mark_id AS "markId", s.taken_at AS "takenAt", 'data:image/jpeg;base64,' || encode(s.jpeg, 'base64') AS picture,
           s.prompt, 'data:image/jpeg;base64,' || encode(s.second_jpeg, 'base64') AS "pictureAfterPrompt",
           s.looks::text AS looks, s.second_looks::text AS "looksAfterPrompt"
      FROM marks m JOIN selfies s ON s.mark_id = m.id WHERE m.student_id = $1 ORDER BY s.taken_at`,
  refusedTries: `
    SELECT session_id AS "sessionId", reason, at, tries, proof FROM refused_tries WHERE student_id = $1 ORDER BY at`,
  helpAfterRefusedTries: `
    SELECT session_id AS "sessionId", student_id AS "studentId", actor_id AS "actorId", action, at
      FROM refused_audit WHERE student_id = $1 OR actor_id = $1 ORDER BY at`,
  pinTries: `
    SELECT failures, locked_until AS "lockedUntil" FROM pin_attempts WHERE student_id = $1`,
  placeTries: `
    SELECT tries, since FROM place_tries WHERE student_id = $1`,
};

/**
 * All but the bare facts of the marks of `$1`, which keep counts right, and the lines of their history, without what was
 * written in them.
 */
const ERASE = `
  WITH own AS MATERIALIZED (SELECT id FROM marks WHERE student_id = $1),
  pictures AS (DELETE FROM selfies WHERE mark_id IN (SELECT id FROM own)),
  texts AS (
    DELETE FROM mark_audit_texts WHERE audit_id IN (
      SELECT a.id FROM mark_audit a JOIN own ON own.id = a.mark_id)
  ),
  flags AS (DELETE FROM mark_flags WHERE student_id = $1),
  contexts AS (DELETE FROM mark_contexts WHERE student_id = $1),
  looks AS (UPDATE second_looks SET device_key = NULL WHERE student_id = $1 AND device_key IS NOT NULL),
  places AS (DELETE FROM mark_positions WHERE student_id = $1),
  pins AS (DELETE FROM pin_attempts WHERE student_id = $1),
  tries AS (DELETE FROM place_tries WHERE student_id = $1),
  refused AS (DELETE FROM refused_tries WHERE student_id = $1),
  letters AS (DELETE FROM dead_letters WHERE strpos(letter, $1::uuid::text) > 0),
  challenges AS (DELETE FROM passkey_challenges WHERE student_id = $1),
  security AS (DELETE FROM student_security WHERE student_id = $1 RETURNING passkeys || waiting_passkeys AS passkeys),
  counters AS (
    DELETE FROM passkey_counters USING security, jsonb_array_elements(security.passkeys) AS passkey
     WHERE credential_id = passkey ->> 'credentialId'
  )
  UPDATE marks
     SET device_id = NULL, device_key = NULL, distance_band = NULL, selfie_hash = NULL, flagged_at = NULL,
         disputed_at = NULL, dispute_note = NULL, dispute_answered_at = NULL, dispute_answer = NULL
   WHERE student_id = $1`;

const OLD_MARKS = `
  UPDATE marks SET device_key = NULL, device_id = NULL, distance_band = NULL, flagged_at = NULL,
                   selfie_hash = NULL
   WHERE id = ANY(ARRAY(
     SELECT id FROM marks
      WHERE marked_at < now() - make_interval(days => $1)
        AND (device_key IS NOT NULL OR device_id IS NOT NULL OR distance_band IS NOT NULL OR flagged_at IS NOT NULL
          OR selfie_hash IS NOT NULL)
      LIMIT $2 FOR UPDATE SKIP LOCKED))`;
const OLD_FLAGS = `
  DELETE FROM mark_flags WHERE (session_id, student_id, reason) IN (
    SELECT session_id, student_id, reason FROM mark_flags WHERE at < now() - make_interval(days => $1)
     LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const OLD_CONTEXTS = `
  DELETE FROM mark_contexts WHERE (session_id, student_id) IN (
    SELECT session_id, student_id FROM mark_contexts WHERE at < now() - make_interval(days => $1)
     LIMIT $2 FOR UPDATE SKIP LOCKED)`;

const OLD_SECOND_LOOKS = `
  UPDATE second_looks SET device_key = NULL
   WHERE (session_id, student_id) IN (
     SELECT session_id, student_id FROM second_looks
      WHERE device_key IS NOT NULL AND answered_at < now() - make_interval(days => $1)
      LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** @param reportPool with years of marks, reading all takes a while */
export const makePersonalData = (pool: Pool, reportPool: Pool) => ({
  read: async (personId: string): Promise<PersonalData['records']> => {
    const records: PersonalData['records'] = {};
    for (const [kind, sql] of Object.entries(KINDS))
      records[kind] = (await reportPool.query<Record<string, unknown>>(sql, [personId])).rows;
    return records;
  },
  /** Deletes what tells of a person who is no more. Repeatable. */
  erase: async (personId: string): Promise<void> => {
    await pool.query(ERASE, [personId]);
  },
  /**
   * Deletes what shows how a mark came about: devices, distances, flags. The mark itself stays. Several replicas may do
   * this at once.
   */
  deleteOldDetails: async (days: number): Promise<void> => {
    for (const sql of [OLD_MARKS, OLD_FLAGS, OLD_CONTEXTS, OLD_SECOND_LOOKS])
      await deleteInBatches(async (limit) => (await pool.query(sql, [days, limit])).rowCount ?? 0);
  },
});
