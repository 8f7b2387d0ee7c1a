import type { Databases } from '@qr-attendance/stack';
import pg from 'pg';

/** Has the same effect as following the link that was emailed to the person. */
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
