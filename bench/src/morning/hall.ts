import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { System } from '@qr-attendance/stack';
import pg from 'pg';
import type { Student } from '../world/people.ts';

export interface Arrival {
  student: Student;
  /** Refresh token and browser secret; without them the student must sign in. */
  refresh?: { token: string; browser: string };
}

const SQL = `
  INSERT INTO refresh_tokens (hash, family, user_id, browser, expires_at)
  SELECT r.hash, r.family, r.user_id, r.browser, now() + interval '29 days'
    FROM jsonb_to_recordset($1) AS r (hash text, family uuid, user_id uuid, browser text)`;

const createSecret = (): string => randomBytes(32).toString('base64url');
const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Creates yesterday's sign-ins in the auth database: access tokens have expired, refresh tokens are valid. A
 * share of the students, spread evenly, has none and must sign in.
 */
export const signInYesterday = async (
  { databases }: System,
  students: Student[],
  signedOutShare: number,
): Promise<Arrival[]> => {
  const arrivals = students.map((student, index): Arrival => {
    const mustSignIn = Math.floor((index + 1) * signedOutShare) > Math.floor(index * signedOutShare);
    return mustSignIn
      ? { student }
      : { student, refresh: { token: createSecret(), browser: createSecret() } };
  });
  const rows = arrivals.flatMap(({ student: { id }, refresh }) =>
    refresh
      ? [{ hash: hash(refresh.token), browser: hash(refresh.browser), family: randomUUID(), user_id: id }]
      : [],
  );
  const client = new pg.Client({ connectionString: databases.auth });
  await client.connect();
  await client.query(SQL, [JSON.stringify(rows)]);
  await client.end();
  return arrivals;
};
