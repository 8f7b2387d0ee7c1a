import type { Pool } from 'pg';
import {
  fromCursor,
  toLetter,
  toPage,
  type DeadLetterRow,
  type DeadLetterStore,
} from './dead-letter-store.ts';

const BEGINNING = new Date(0);

export const postgresDeadLetters = (pool: Pool): DeadLetterStore => ({
  add: async (letter) => {
    await pool.query(
      `INSERT INTO dead_letters (id, since, letter) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET letter = excluded.letter`,
      [letter.id, new Date(), JSON.stringify(letter)],
    );
  },
  list: async ({ limit, after }) => {
    const place = fromCursor(after);
    const { rows } = await pool.query<DeadLetterRow>(
      'SELECT id, since, letter FROM dead_letters WHERE (since, id) > ($1, $2) ORDER BY since, id LIMIT $3',
      [place?.since ?? BEGINNING, place?.id ?? '', limit],
    );
    return toPage(rows, limit);
  },
  find: async (ids) => {
    const { rows } = await pool.query<DeadLetterRow>(
      'SELECT id, since, letter FROM dead_letters WHERE id = ANY ($1) ORDER BY since, id',
      [ids],
    );
    return rows.map(toLetter);
  },
  remove: async (ids) => {
    const { rowCount } = await pool.query('DELETE FROM dead_letters WHERE id = ANY ($1)', [ids]);
    return rowCount ?? 0;
  },
  removeAbout: async (personId) => {
    await pool.query('DELETE FROM dead_letters WHERE strpos(letter, $1) > 0', [personId]);
  },
  count: async () => {
    const { rows } = await pool.query<{ letters: number }>(
      'SELECT count(*)::int AS letters FROM dead_letters',
    );
    return rows[0]?.letters ?? 0;
  },
});
