import type { PasskeyVerifier, SecurityPreferences } from '@qr-attendance/contracts';
import type { PinVerifier } from '@qr-attendance/service-kit';
import type { Pool } from 'pg';
import type { MarkContext } from '../domain/judge-mark.ts';
import { toSession, type SessionRow } from './sessions.ts';

interface Row {
  session: SessionRow | null;
  course_known: boolean;
  person_known: boolean;
  enrolled: boolean;
  preferences: SecurityPreferences | null;
  device_ids: string[] | null;
  pin_verifier: PinVerifier | null;
  passkeys: PasskeyVerifier[] | null;
  security_version: number | null;
  failures: number | null;
  locked_until: Date | null;
}

const SQL = `
  SELECT CASE WHEN s.id IS NULL THEN NULL ELSE to_jsonb(s) END AS session,
         EXISTS (SELECT FROM courses WHERE id = $2) AS course_known,
         EXISTS (SELECT FROM people WHERE id = $3) AS person_known,
         EXISTS (SELECT FROM enrolments WHERE course_id = $2 AND student_id = $3 AND active) AS enrolled,
         y.preferences, y.device_ids, y.pin_verifier, y.passkeys, y.version AS security_version,
         a.failures, a.locked_until
    FROM (SELECT) AS one
    LEFT JOIN sessions s ON s.id = $1
    LEFT JOIN student_security y ON y.student_id = $3
    LEFT JOIN pin_attempts a ON a.student_id = $3`;

/** JSON has no dates; the rest of a session row comes as from a plain query. */
const reviveSession = (row: SessionRow): SessionRow => ({
  ...row,
  start_time: new Date(row.start_time),
  end_time: row.end_time && new Date(row.end_time),
  ended_at: row.ended_at && new Date(row.ended_at),
});

/** All that a mark is judged by, in one round trip. */
export const makeLoadMarkContext =
  (pool: Pool) =>
  async (ids: { sessionId: string; courseId: string; studentId: string }): Promise<MarkContext> => {
    const { rows } = await pool.query<Row>({
      name: 'mark-context',
      text: SQL,
      values: [ids.sessionId, ids.courseId, ids.studentId],
    });
    const [row] = rows;
    if (!row) throw new Error('the mark context query answered no row');
    return {
      session: row.session && toSession(reviveSession(row.session)),
      courseKnown: row.course_known,
      personKnown: row.person_known,
      enrolled: row.enrolled,
      security: row.preferences && {
        studentId: ids.studentId,
        preferences: row.preferences,
        deviceIds: row.device_ids ?? [],
        pinVerifier: row.pin_verifier,
        devices: [],
        passkeys: row.passkeys ?? [],
        selfieConsent: false,
        version: row.security_version ?? 0,
      },
      pinAttempts: row.failures === null ? null : { failures: row.failures, lockedUntil: row.locked_until },
    };
  };
export type LoadMarkContext = ReturnType<typeof makeLoadMarkContext>;
