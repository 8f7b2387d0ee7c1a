import type { StudentSecurity } from '@qr-attendance/contracts';
import type {
  CourseChanged,
  EnrollmentChanged,
  SessionChanged,
  UserChanged,
} from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { tellChange } from '../analytics/analytics.ts';
import { LATE_FROM } from '../sessions/follow-session-statement.ts';

/**
 * Each write takes effect unless a newer version is there, so redelivery and reordering do no harm, and an owner that
 * announces its aggregates again fixes a row that was spoilt.
 */
export const makeProjections = (pool: Pool) => ({
  savePerson: async (person: UserChanged): Promise<void> => {
    const { id, name, email, userType, suspended, erased, signedOut, usn, regNo, version } = person;
    // A replica of auth of the release before says nothing of sign-outs and numbers, which is not to forget them. Those
    // of who is erased are removed by a trigger.
    await pool.query(
      `INSERT INTO people (id, name, email, user_type, suspended, erased, version, sign_outs, signed_out_at,
                           signed_out_until, usn, reg_no)
       VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, 0), $9, $10, $11, $12)
       ON CONFLICT (id) DO UPDATE
         SET usn = coalesce(excluded.usn, people.usn), reg_no = coalesce(excluded.reg_no, people.reg_no),
             name = excluded.name, email = excluded.email, user_type = excluded.user_type,
             suspended = excluded.suspended, erased = excluded.erased, version = excluded.version,
             sign_outs = greatest(people.sign_outs, excluded.sign_outs),
             signed_out_at = CASE WHEN NOT excluded.erased THEN coalesce(excluded.signed_out_at, people.signed_out_at) END,
             signed_out_until = coalesce(excluded.signed_out_until, people.signed_out_until)
         WHERE people.version <= excluded.version`,
      [
        ...[id, name, email, userType, suspended, erased, version],
        ...[signedOut?.times ?? null, signedOut?.at ?? null, signedOut?.until ?? null],
        ...[usn ?? null, regNo ?? null],
      ],
    );
  },

  saveSecurity: async (security: StudentSecurity): Promise<void> => {
    await pool.query(
      `INSERT INTO student_security (student_id, preferences, device_ids, devices, pin_verifier, passkeys,
                                     selfie_consent, version, waiting_passkeys)
       SELECT $1::uuid, $2::jsonb, $3::text[], $4::jsonb, $5::jsonb, $6::jsonb, $7::boolean, $8::integer, $9::jsonb
        WHERE NOT EXISTS (SELECT FROM people WHERE id = $1 AND erased)
       ON CONFLICT (student_id) DO UPDATE
         SET preferences = excluded.preferences, device_ids = excluded.device_ids, devices = excluded.devices,
             pin_verifier = excluded.pin_verifier, passkeys = excluded.passkeys,
             selfie_consent = excluded.selfie_consent, version = excluded.version,
             waiting_passkeys = excluded.waiting_passkeys
         WHERE student_security.version <= excluded.version`,
      [
        security.studentId,
        security.preferences,
        security.deviceIds,
        JSON.stringify(security.devices),
        security.pinVerifier,
        JSON.stringify(security.passkeys),
        security.selfieConsent,
        security.version,
        JSON.stringify(security.waitingPasskeys),
      ],
    );
  },

  saveCourse: async ({
    id,
    name,
    code,
    teacherId,
    archived = false,
    version,
  }: CourseChanged): Promise<void> => {
    await pool.query(
      `WITH before AS (SELECT teacher_id FROM courses WHERE id = $1), saved AS (
         INSERT INTO courses (id, name, code, teacher_id, version, archived) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE
           SET name = excluded.name, code = excluded.code, teacher_id = excluded.teacher_id, version = excluded.version,
               archived = excluded.archived
           WHERE courses.version <= excluded.version
         RETURNING teacher_id)
       ${tellChange('SELECT teacher_id FROM saved UNION SELECT teacher_id FROM before ORDER BY teacher_id')}`,
      [id, name, code, teacherId, version, archived],
    );
  },

  saveEnrollment: async (enrollment: EnrollmentChanged): Promise<void> => {
    const { courseId, studentId, active, enrolledAt, version } = enrollment;
    await pool.query(
      `WITH saved AS (
         INSERT INTO enrolments (course_id, student_id, active, enrolled_at, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (course_id, student_id) DO UPDATE
           SET active = excluded.active, enrolled_at = excluded.enrolled_at, version = excluded.version
           WHERE enrolments.version <= excluded.version
         RETURNING course_id)
       ${tellChange('SELECT teacher_id FROM courses JOIN saved ON id = course_id')}`,
      [courseId, studentId, active, enrolledAt, version],
    );
  },

  saveSession: async (session: SessionChanged): Promise<void> => {
    // The release before says nothing of whether it is canceled, which is not to forget it; its owner is asked.
    await pool.query(
      `INSERT INTO sessions AS old (id, course_id, teacher_id, session_date, start_time, end_time, active, ended_at,
                                    location, late_after_minutes, policy, version, canceled_at, heard_version,
                                    marks_date, marks_late_from, marks_canceled, second_look, second_look_version)
       SELECT s.*, CASE WHEN $14 THEN s.version END, s.session_date, ${LATE_FROM}, s.canceled_at IS NOT NULL,
              $15::jsonb, s.version
         FROM (SELECT $1::text, $2::text, $3::uuid, $4::date AS session_date, $5::timestamptz AS start_time,
                      $6::timestamptz, $7::boolean, $8::timestamptz, $9::jsonb, $10::integer AS late_after_minutes,
                      $11::jsonb, $12::integer AS version, $13::timestamptz AS canceled_at) AS s
       ON CONFLICT (id) DO UPDATE
         SET session_date = excluded.session_date, start_time = excluded.start_time, end_time = excluded.end_time,
             active = excluded.active, ended_at = excluded.ended_at, location = excluded.location,
             late_after_minutes = excluded.late_after_minutes, policy = excluded.policy, version = excluded.version,
             canceled_at = CASE WHEN $14 THEN excluded.canceled_at
                                WHEN NOT excluded.active THEN old.canceled_at END,
             heard_version = CASE WHEN $14 THEN excluded.version ELSE old.heard_version END,
             second_look = coalesce(excluded.second_look, old.second_look),
             second_look_version = excluded.second_look_version
         WHERE old.version <= excluded.version`,
      [
        session.id,
        session.courseId,
        session.teacherId,
        session.date,
        session.startTime,
        session.endTime ?? null,
        session.active,
        session.endedAt ?? null,
        session.location ?? null,
        session.lateAfterMinutes,
        session.policy,
        session.version,
        session.canceledAt ?? null,
        session.canceledAt !== undefined,
        session.secondLook ?? null,
      ],
    );
  },

  /** Ended sessions of a course that a student was already enrolled in when they ended. */
  findEndedSessions: async (courseId: string, enrolledAt: string): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE course_id = $1 AND NOT active AND canceled_at IS NULL AND ended_at >= $2',
      [courseId, enrolledAt],
    );
    return rows.map(({ id }) => id);
  },
});
