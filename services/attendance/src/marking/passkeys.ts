import { PASSKEY_TIMEOUT_MS, type StudentSecurity } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { deleteOld } from '../db/delete-old.ts';

type StoredPasskeys = Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>;

export const readPasskeys = async (pool: Pool, studentId: string): Promise<StoredPasskeys> => {
  const { rows } = await pool.query<StoredPasskeys>(
    `SELECT passkeys, waiting_passkeys AS "waitingPasskeys" FROM student_security WHERE student_id = $1`,
    [studentId],
  );
  return rows[0] ?? { passkeys: [], waitingPasskeys: [] };
};

export const readCounter = async (pool: Pool, credentialId: string): Promise<number> => {
  const { rows } = await pool.query<{ counter: string }>(
    'SELECT counter FROM passkey_counters WHERE credential_id = $1',
    [credentialId],
  );
  return Number(rows[0]?.counter ?? 0);
};

export const saveCounter = async (pool: Pool, credentialId: string, counter: number): Promise<void> => {
  await pool.query(
    `INSERT INTO passkey_counters AS c (credential_id, counter) VALUES ($1, $2)
     ON CONFLICT (credential_id) DO UPDATE SET counter = greatest(c.counter, excluded.counter)`,
    [credentialId, counter],
  );
};

export interface ChallengePurpose {
  studentId: string;
  sessionId: string;
  ticketId: string;
}

export const addChallenge = async (
  pool: Pool,
  challenge: string,
  { studentId, sessionId, ticketId }: ChallengePurpose,
  rpId: string,
): Promise<void> => {
  await pool.query(
    `INSERT INTO passkey_challenges (challenge, student_id, session_id, ticket_id, rp_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [challenge, studentId, sessionId, ticketId, rpId, PASSKEY_TIMEOUT_MS / 1000],
  );
};

/** Undefined when the challenge is consumed, expired, or for another mark. */
export const findRpId = async (
  pool: Pool,
  challenge: string,
  { studentId, sessionId, ticketId }: ChallengePurpose,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ rp_id: string }>(
    `SELECT rp_id FROM passkey_challenges
      WHERE challenge = $1 AND student_id = $2 AND session_id = $3 AND ticket_id = $4 AND expires_at > now()`,
    [challenge, studentId, sessionId, ticketId],
  );
  return rows[0]?.rp_id;
};

export const removeChallenge = async (pool: Pool, challenge: string): Promise<void> => {
  await pool.query('DELETE FROM passkey_challenges WHERE challenge = $1', [challenge]);
};

export const deleteExpiredChallenges = (pool: Pool): Promise<void> =>
  deleteOld(pool, ['passkey_challenges', 'challenge'], 'expires_at < now()', []);
