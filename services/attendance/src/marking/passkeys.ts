import type { PasskeyVerifier, StudentSecurity, WaitingPasskey } from '@qr-attendance/contracts';
import type { Pool } from 'pg';
import { deleteOld } from '../db/delete-old.ts';

type StoredPasskeys = Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>;

export const createPasskeys = (pool: Pool) => ({
  ofStudent: async (studentId: string): Promise<StoredPasskeys> => {
    const { rows } = await pool.query<{ passkeys: PasskeyVerifier[]; waiting_passkeys: WaitingPasskey[] }>(
      'SELECT passkeys, waiting_passkeys FROM student_security WHERE student_id = $1',
      [studentId],
    );
    return { passkeys: rows[0]?.passkeys ?? [], waitingPasskeys: rows[0]?.waiting_passkeys ?? [] };
  },
  counterOf: async (credentialId: string): Promise<number> => {
    const { rows } = await pool.query<{ counter: string }>(
      'SELECT counter FROM passkey_counters WHERE credential_id = $1',
      [credentialId],
    );
    return Number(rows[0]?.counter ?? 0);
  },
  saveCounter: async (credentialId: string, counter: number): Promise<void> => {
    await pool.query(
      `INSERT INTO passkey_counters AS c (credential_id, counter) VALUES ($1, $2)
       ON CONFLICT (credential_id) DO UPDATE SET counter = greatest(c.counter, excluded.counter)`,
      [credentialId, counter],
    );
  },
});

export type Passkeys = ReturnType<typeof createPasskeys>;

export interface ChallengePurpose {
  studentId: string;
  sessionId: string;
  ticketId: string;
}

export const createPasskeyChallenges = (pool: Pool) => ({
  add: async (
    challenge: string,
    { studentId, sessionId, ticketId }: ChallengePurpose,
    { rpId, lifetimeMs }: { rpId: string; lifetimeMs: number },
  ): Promise<void> => {
    await pool.query(
      `INSERT INTO passkey_challenges (challenge, student_id, session_id, ticket_id, rp_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [challenge, studentId, sessionId, ticketId, rpId, lifetimeMs / 1000],
    );
  },
  /** Undefined when the challenge is consumed, expired, or for another mark. */
  findRpId: async (
    challenge: string,
    { studentId, sessionId, ticketId }: ChallengePurpose,
  ): Promise<string | undefined> => {
    const { rows } = await pool.query<{ rp_id: string }>(
      `SELECT rp_id FROM passkey_challenges
        WHERE challenge = $1 AND student_id = $2 AND session_id = $3 AND ticket_id = $4 AND expires_at > now()`,
      [challenge, studentId, sessionId, ticketId],
    );
    return rows[0]?.rp_id;
  },
  remove: async (challenge: string): Promise<void> => {
    await pool.query('DELETE FROM passkey_challenges WHERE challenge = $1', [challenge]);
  },
  removeExpired: (): Promise<void> =>
    deleteOld(pool, ['passkey_challenges', 'challenge'], 'expires_at < now()', []),
});
export type Challenges = ReturnType<typeof createPasskeyChallenges>;
