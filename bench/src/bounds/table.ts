import pg from 'pg';

/** The product's own marks, with their key and the index on session and student, and nothing else. */
const SQL = `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.marks (
    LIKE public.marks INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED,
    PRIMARY KEY (id), UNIQUE (session_id, student_id));`;

/** Makes the table that the bounds write into, beside the product's own in the same database. */
export const makeBareTable = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SQL);
  await client.end();
};
