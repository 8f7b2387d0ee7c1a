import type { PasskeyVerifier } from '@qr-attendance/contracts';
import type { Pool } from 'pg';

export const makePasskeys = (pool: Pool) => ({
  ofStudent: async (studentId: string): Promise<PasskeyVerifier[]> => {
    const { rows } = await pool.query<{ passkeys: PasskeyVerifier[] }>(
      'SELECT passkeys FROM student_security WHERE student_id = $1',
      [studentId],
    );
    return rows[0]?.passkeys ?? [];
  },
  /** How often an authenticator had signed when it was last seen here; 0 for one that does not count. */
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
export type Passkeys = ReturnType<typeof makePasskeys>;
