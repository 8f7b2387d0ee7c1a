import type { Databases } from '@qr-attendance/stack';
import pg from 'pg';

/** Has the same effect as waiting until all fresh proofs have expired. Access tokens keep theirs until they are renewed. */
export const expireProofs = async ({ databases }: { databases: Pick<Databases, 'auth'> }): Promise<void> => {
  const client = new pg.Client({ connectionString: databases.auth });
  await client.connect();
  try {
    await client.query('UPDATE refresh_tokens SET proved_at = NULL');
  } finally {
    await client.end();
  }
};
