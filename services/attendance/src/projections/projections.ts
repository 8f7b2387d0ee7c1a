import type { StudentSecurity } from '@qr-attendance/contracts';
import type { CourseChanged, UserChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';

/**
 * Each write takes effect unless a newer version is there, so redelivery and reordering do no harm, and an owner that
 * republishes its aggregates repairs a row that was spoiled.
 */
export const createProjections = (pool: Pool) => ({
  savePerson: async (person: UserChanged): Promise<void> => {
    const { id, name, email, userType, suspended, erased, signedOut, usn, regNo, version } = person;
    const kept = <Value>(value: Value | undefined) => (erased ? null : (value ?? null));
    await pool.query(
      `INSERT INTO people (id, name, email, user_type, suspended, erased, version, sign_outs, signed_out_at,
                           signed_out_until, usn, reg_no)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (id) DO UPDATE
         SET usn = excluded.usn, reg_no = excluded.reg_no, name = excluded.name, email = excluded.email,
             user_type = excluded.user_type, suspended = excluded.suspended, erased = excluded.erased,
             version = excluded.version, sign_outs = excluded.sign_outs, signed_out_at = excluded.signed_out_at,
             signed_out_until = excluded.signed_out_until
         WHERE people.version <= excluded.version`,
      [
        ...[id, name, email, userType, suspended, erased, version],
        ...[signedOut?.times ?? 0, kept(signedOut?.at), signedOut?.until ?? null, kept(usn), kept(regNo)],
      ],
    );
  },

  saveSecurity: async (security: StudentSecurity): Promise<void> => {
    await pool.query(
      `INSERT INTO student_security (student_id, preferences, devices, pin_verifier, passkeys,
                                     selfie_consent, version, waiting_passkeys)
       SELECT $1::uuid, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb, $6::boolean, $7::integer, $8::jsonb
        WHERE NOT EXISTS (SELECT FROM people WHERE id = $1 AND erased)
       ON CONFLICT (student_id) DO UPDATE
         SET preferences = excluded.preferences, devices = excluded.devices,
             pin_verifier = excluded.pin_verifier, passkeys = excluded.passkeys,
             selfie_consent = excluded.selfie_consent, version = excluded.version,
             waiting_passkeys = excluded.waiting_passkeys
         WHERE student_security.version <= excluded.version`,
      [
        security.studentId,
        security.preferences,
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
      `INSERT INTO courses (id, name, code, teacher_id, version, archived) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE
         SET name = excluded.name, code = excluded.code, teacher_id = excluded.teacher_id, version = excluded.version,
             archived = excluded.archived
         WHERE courses.version <= excluded.version`,
      [id, name, code, teacherId, version, archived],
    );
  },
});
export type Projections = ReturnType<typeof createProjections>;
