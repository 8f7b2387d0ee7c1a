import { DomainError } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { deleteOld } from '../../db/delete-old.ts';
import type { MarkingDeps } from './marking.ts';

/** Allows walking through a building; computing a room's location needs many more attempts. */
const LOCATION_ATTEMPTS = 20;
const LOCATION_ATTEMPT_WINDOW_MINUTES = 10;

export const deleteOldLocationAttempts = (pool: Pool): Promise<void> =>
  deleteOld(pool, ['place_tries', 'student_id'], 'since < now() - make_interval(mins => $1)', [
    LOCATION_ATTEMPT_WINDOW_MINUTES,
  ]);

/**
 * Limits answers that contain a distance, because the classroom's location could be computed from many of
 * them.
 * @throws DomainError (too_many)
 */
export const limitLocationAttempts = async (
  { pool, clock }: MarkingDeps,
  studentId: string,
): Promise<void> => {
  const { rows } = await pool.query<{ tries: number; since: Date }>({
    name: 'count-place-try',
    text: `INSERT INTO place_tries AS p (student_id, tries, since) VALUES ($1, 1, now())
           ON CONFLICT (student_id) DO UPDATE SET
             tries = CASE WHEN p.since < now() - make_interval(mins => $2) THEN 1 ELSE p.tries + 1 END,
             since = CASE WHEN p.since < now() - make_interval(mins => $2) THEN now() ELSE p.since END
           RETURNING tries, since`,
    values: [studentId, LOCATION_ATTEMPT_WINDOW_MINUTES],
  });
  const [row] = rows;
  if (!row) throw new Error('counting a try answered no row');
  const { tries, since } = row;
  if (tries <= LOCATION_ATTEMPTS) return;
  const minutes = Math.max(
    1,
    Math.ceil(LOCATION_ATTEMPT_WINDOW_MINUTES - (clock().getTime() - since.getTime()) / 60_000),
  );
  throw new DomainError(
    'too_many',
    'too_many_places',
    `Your location was checked too often. Try again in ${minutes} min, in the classroom.`,
    { minutes },
  );
};
