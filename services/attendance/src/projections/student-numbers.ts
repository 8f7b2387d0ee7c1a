import { type Republished, routes } from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';

/** No other replica asks again before. */
const ASK_EVERY_SECONDS = 50;

/** Students whose USN and registration number auth has not sent, as its earlier releases did not. */
export const makeStudentNumbers = (pool: Pool) => ({
  /** @returns the first by id; undefined where there is none, or another replica has just seen to it */
  claimMissing: async (): Promise<string | undefined> => {
    const { rows } = await pool.query<{ id: string }>(
      `WITH missing AS (
         SELECT id FROM people WHERE user_type = 'STUDENT' AND usn IS NULL AND NOT erased ORDER BY id LIMIT 1
       ), claimed AS (
         UPDATE number_requests SET asked_at = now()
          WHERE EXISTS (SELECT FROM missing) AND asked_at < now() - make_interval(secs => $1) RETURNING id
       )
       SELECT missing.id FROM missing, claimed`,
      [ASK_EVERY_SECONDS],
    );
    return rows[0]?.id;
  },
  /** Of somebody whom auth does not know. */
  setNone: async (id: string): Promise<void> => {
    await pool.query(`UPDATE people SET usn = '', reg_no = '' WHERE id = $1 AND usn IS NULL`, [id]);
  },
});

/**
 * After an upgrade: has auth tell of its students once more, from the first on whose numbers are missing here, as soon
 * as it is of the release that tells of numbers. Repeatable; finds nothing to do once all are known.
 */
export const requestMissingNumbers = async ({
  studentNumbers,
  projections,
  owners,
}: Pick<Context, 'studentNumbers' | 'projections' | 'owners'>): Promise<void> => {
  const first = await studentNumbers.claimMissing();
  if (first === undefined) return;
  const found = await owners.auth.get(routes.auth.getUserInternal, { id: first });
  if (!found) return studentNumbers.setNone(first);
  await projections.savePerson(found);
  if (found.usn === undefined && !found.erased) return;
  let after: string | undefined = first;
  while (after !== undefined) {
    const query: Record<string, string> = { topic: userChanged.name, after };
    const batch: Republished | undefined = await owners.auth.post(routes.auth.announce, { query });
    after = batch?.next;
  }
};
