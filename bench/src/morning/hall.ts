import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { System } from '@qr-attendance/stack';
import { call, cookieOf, type Member } from '@qr-attendance/test-kit';
import pg from 'pg';

export interface Arrival {
  student: Member;
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
 * Creates yesterday's sign-ins in the auth database: access tokens have expired, refresh tokens are valid. An evenly
 * spread share of the students has no refresh token and must sign in.
 */
export const signInDayBefore = async (
  { databases }: System,
  students: Member[],
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

const LEFT_BY = 50;

export const collectCookies = async (system: System, url: string, students: Member[]): Promise<string[]> => {
  const cookies: string[] = [];
  for (const { refresh } of await signInDayBefore(system, students.slice(0, LEFT_BY), 0)) {
    if (!refresh) continue;
    const cookie = `qr_refresh=${refresh.token}; qr_refresh_browser=${refresh.browser}`;
    const headers = { cookie, 'x-requested-with': 'qr-attendance' };
    const { body } = await call<{ token: string }>(url, 'POST', '/api/auth/refresh', { headers });
    const visited = await call(url, 'GET', '/api/courses', { token: body.token });
    cookies.push(cookieOf(visited.headers));
  }
  return cookies;
};
