import type { PersonalData } from '@qr-attendance/contracts';
import type { Pool } from 'pg';

/** All that this service keeps of the person `$1`, by kind of record. */
const KINDS: Record<string, string> = {
  person: `
    SELECT id, name, email, user_type AS "userType", suspended FROM people WHERE id = $1`,
  security: `
    SELECT preferences, pin_verifier IS NOT NULL AS "hasPin", device_ids AS "deviceIds", devices, passkeys,
           selfie_consent AS "selfieConsent"
      FROM student_security WHERE student_id = $1`,
  enrolments: `
    SELECT course_id AS "courseId", active, enrolled_at AS "enrolledAt" FROM enrolments WHERE student_id = $1`,
  marks: `
    SELECT m.id, m.session_id AS "sessionId", m.course_id AS "courseId", c.name AS "courseName", m.session_date AS date,
           m.status, m.marked_at AS "markedAt", m.device_id AS "deviceId", m.device_key AS "deviceKey",
           m.distance_band AS "distanceBand", m.selfie_hash AS "selfieFingerprint", m.reviewed_at AS "reviewedAt"
      FROM marks m LEFT JOIN courses c ON c.id = m.course_id WHERE m.student_id = $1 ORDER BY m.marked_at`,
  disputes: `
    SELECT id AS "markId", disputed_at AS at, dispute_note AS note, dispute_answered_at AS "answeredAt",
           dispute_answer AS answer
      FROM marks WHERE student_id = $1 AND disputed_at IS NOT NULL ORDER BY disputed_at`,
  history: `
    SELECT a.mark_id AS "markId", a.at, a.action, a.actor_id AS "actorId", a.from_status AS "from",
           a.to_status AS "to", t.text AS reason
      FROM marks m JOIN mark_audit a ON a.mark_id = m.id LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
     WHERE m.student_id = $1 ORDER BY a.at`,
  decisions: `
    SELECT a.mark_id AS "markId", a.at, a.action, a.from_status AS "from", a.to_status AS "to", t.text AS reason
      FROM mark_audit a JOIN marks m ON m.id = a.mark_id LEFT JOIN mark_audit_texts t ON t.audit_id = a.id
     WHERE a.actor_id = $1 AND m.student_id <> $1 ORDER BY a.at`,
  flags: `
    SELECT session_id AS "sessionId", reason, at FROM mark_flags WHERE student_id = $1 ORDER BY at`,
  selfies: `
    SELECT s.mark_id AS "markId", s.taken_at AS "takenAt", 'data:image/jpeg;base64,' || encode(s.jpeg, 'base64') AS picture
      FROM marks m JOIN selfies s ON s.mark_id = m.id WHERE m.student_id = $1 ORDER BY s.taken_at`,
  pinTries: `
    SELECT failures, locked_until AS "lockedUntil" FROM pin_attempts WHERE student_id = $1`,
  placeTries: `
    SELECT tries, since FROM place_tries WHERE student_id = $1`,
};

/** @param pool one for reports: with years of marks this takes a while */
export const makeReadPersonalData =
  (pool: Pool) =>
  async (personId: string): Promise<PersonalData['records']> => {
    const records: PersonalData['records'] = {};
    for (const [kind, sql] of Object.entries(KINDS))
      records[kind] = (await pool.query<Record<string, unknown>>(sql, [personId])).rows;
    return records;
  };
export type ReadPersonalData = ReturnType<typeof makeReadPersonalData>;
