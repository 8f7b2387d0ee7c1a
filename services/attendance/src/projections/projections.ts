import type { StudentSecurity } from '@qr-attendance/contracts';
import type { CourseChanged, UnitChanged, UserChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import { assignSql } from '../db/sql.ts';

/**
 * Inserts or updates a row unless a newer version is stored, so that redelivery and reordering do no harm,
 * and republishing repairs a damaged row. The first column is the key. Names come only from this file, so
 * they are not escaped.
 */
const upsert = async (
  pool: Pool,
  table: string,
  row: Record<string, unknown>,
  condition = 'true',
): Promise<void> => {
  const columns = Object.keys(row);
  await pool.query(
    `INSERT INTO ${table} AS t (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM jsonb_populate_record(NULL::${table}, $1) WHERE ${condition}
     ON CONFLICT (${columns[0]}) DO UPDATE SET ${assignSql(columns, 'excluded')}
       WHERE t.version <= excluded.version`,
    [row],
  );
};

export const createProjections = (pool: Pool) => ({
  savePerson: (person: UserChanged) =>
    upsert(pool, 'people', {
      id: person.id,
      name: person.name,
      email: person.email,
      user_type: person.userType,
      suspended: person.suspended,
      erased: person.erased,
      registered: person.registered,
      proven: person.proven,
      withdrawn: person.withdrawn ?? false,
      sign_outs: person.signedOut?.times ?? 0,
      signed_out_until: person.signedOut?.until,
      usn: person.erased ? null : person.usn,
      reg_no: person.erased ? null : person.regNo,
      version: person.version,
    }),
  saveSecurity: ({ studentId, preferences, devices, passkeys, version, ...security }: StudentSecurity) =>
    upsert(
      pool,
      'student_security',
      {
        student_id: studentId,
        preferences,
        devices,
        passkeys,
        version,
        pin_verifier: security.pinVerifier,
        waiting_passkeys: security.waitingPasskeys,
        selfie_consent: security.selfieConsent,
      },
      'NOT EXISTS (SELECT FROM people p WHERE p.id = student_id AND p.erased)',
    ),
  saveCourse: ({ teacherId, staff = [], unitId, ...course }: CourseChanged) => {
    const { id, name, code, archived = false, guests = false, version } = course;
    return upsert(pool, 'courses', {
      id,
      name,
      code,
      teacher_id: teacherId,
      staff,
      unit_id: unitId,
      archived,
      guests,
      version,
    });
  },
  saveUnit: ({ id, parentId, staff = [], version }: UnitChanged) =>
    upsert(pool, 'units', { id, parent_id: parentId, staff, version }),
});
export type Projections = ReturnType<typeof createProjections>;
