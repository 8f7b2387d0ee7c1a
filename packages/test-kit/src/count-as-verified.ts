import type { Databases } from '@qr-attendance/stack';
import pg from 'pg';

/** As if the person had used the link sent to their address. */
export const countAsVerified = async (
  { databases }: { databases: Pick<Databases, 'auth'> },
  userId: string,
): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.auth });
  await client.connect();
  try {
    await client.query('UPDATE users SET email_verified = true WHERE id = $1', [userId]);
  } finally {
    await client.end();
  }
};
