import pg from 'pg';

export const BARE_CODE = 'BAREC0DE';

const SQL = `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.marks (
    LIKE public.scan_evidence INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (session_id, student_id));
  CREATE TABLE IF NOT EXISTS bench.sessions (
    code text PRIMARY KEY, id uuid NOT NULL DEFAULT gen_random_uuid(), answer text NOT NULL, ticket text NOT NULL);
  INSERT INTO bench.sessions (code, answer, ticket)
  VALUES ('${BARE_CODE}', repeat('a', 400), repeat('t', 500)) ON CONFLICT DO NOTHING;`;

export const createBareTable = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SQL);
  await client.end();
};
