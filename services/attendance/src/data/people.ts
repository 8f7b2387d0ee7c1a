import type { Pool } from 'pg';

export const makePeople = (pool: Pool) => ({
  /** Ids of those whose tokens are refused. */
  suspendedIds: async (): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM people WHERE suspended');
    return rows.map(({ id }) => id);
  },
});
export type People = ReturnType<typeof makePeople>;
