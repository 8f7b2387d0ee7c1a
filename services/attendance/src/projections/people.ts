import type { Refusals } from '@qr-attendance/server';
import type { Pool } from 'pg';

export const makePeople = (pool: Pool) => ({
  /** Whose access tokens are refused. */
  refusals: async (): Promise<Refusals> => {
    const suspended = await pool.query<{ id: string }>('SELECT id FROM people WHERE suspended');
    const signedOut = await pool.query<{ id: string; sign_outs: number; signed_out_at: Date }>(
      'SELECT id, sign_outs, signed_out_at FROM people WHERE signed_out_until > now()',
    );
    return {
      suspended: suspended.rows.map(({ id }) => id),
      signedOut: signedOut.rows.map(({ id, sign_outs, signed_out_at }) => ({
        userId: id,
        times: sign_outs,
        at: signed_out_at,
      })),
    };
  },
});
export type People = ReturnType<typeof makePeople>;
