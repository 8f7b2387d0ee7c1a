import { freePort, superviseNode, type System, waitUntilReady } from '@qr-attendance/stack';
import pg from 'pg';
import { openGateway, type Gateway } from '../world/open-gateway.ts';
import { UNLIMITED_GATEWAY } from '../world/start-world.ts';
import { BARE_CODE } from './bare-mark.ts';

const SQL = `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.marks (
    LIKE public.scan_evidence INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (session_id, student_id));
  CREATE TABLE IF NOT EXISTS bench.sessions (
    code text PRIMARY KEY, id uuid NOT NULL DEFAULT gen_random_uuid(), answer text NOT NULL, ticket text NOT NULL);
  INSERT INTO bench.sessions (code, answer, ticket)
  VALUES ('${BARE_CODE}', repeat('a', 400), repeat('t', 500)) ON CONFLICT DO NOTHING;`;

const createBareTable = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SQL);
  await client.end();
};

/**
 * Starts the bare server on the product's PostgreSQL, behind the same kind of gateway, which checks tokens.
 */
export const startBare = async (system: System): Promise<Gateway> => {
  const { databases, dataDir } = system;
  await createBareTable(databases.attendance);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATABASE_URL: databases.attendance, PORT: String(port) };
  const server = await superviseNode('bare', 'bench/src/bounds/bare-server.ts', settings, dataDir);
  await waitUntilReady(server, url, { dataDir });
  const gateway = await openGateway(
    { ...system, processes: { attendance: server } },
    { urls: { session: url, attendance: url }, env: UNLIMITED_GATEWAY },
  );
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop();
      await server.stop();
    },
  };
};
