import { routes } from '@qr-attendance/contracts';
import type { Secrets } from '@qr-attendance/stack';
import pg from 'pg';
import { exchange, openCampus } from '../campus/call.ts';
import type { Campus } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

const UNDER_FIRST = `SELECT user_id AS id FROM students WHERE pin_hash IS NOT NULL AND pin_hash NOT LIKE '%:%'`;

const underFirstPepper = async ({ databases }: Cluster): Promise<Set<string>> => {
  const client = new pg.Client({ connectionString: databases.auth });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(UNDER_FIRST);
    return new Set(rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
};

/** @returns the number of students who had not marked with the next pepper */
export const setRemainingPins = async (cluster: Cluster, { students }: Campus): Promise<number> => {
  const remaining = await underFirstPepper(cluster);
  const campus = openCampus(cluster.url);
  for (const { id, email, pin } of students) {
    if (pin === undefined || !remaining.has(id)) continue;
    await campus.setPin(await campus.signIn(email), pin);
  }
  return students.length - remaining.size;
};

export const findStillAccepted = async (
  { url, urls }: Cluster,
  before: Secrets,
  tokenBefore: string,
): Promise<string[]> => {
  const byToken = await exchange(url, 'GET', routes.course.listCourses.path, { token: tokenBefore });
  const internal = `/internal/users/00000000-0000-4000-8000-000000000000`;
  const byInternal = await exchange(urls.auth, 'GET', internal, { token: before.internalToken });
  return [
    ...(byToken.status === 401 ? [] : [`an access token by a retired key is answered ${byToken.status}`]),
    ...(byInternal.status === 401 ? [] : [`the retired internal token is answered ${byInternal.status}`]),
  ];
};
