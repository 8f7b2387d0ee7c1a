import {
  freePort,
  gatewayEnvironment,
  type Supervised,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import pg from 'pg';
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

const HOST = '127.0.0.1';
const at = (port: number): string => `http://${HOST}:${port}`;

/** The bare server on the product's own PostgreSQL, behind a gateway like the product's, which checks tokens. */
export const startBare = async ({ databases, urls, secrets, dataDir }: System) => {
  await createBareTable(databases.attendance);
  const [bare, door] = [await freePort(), await freePort()];
  const server = await superviseNode(
    'bare',
    'bench/src/bounds/bare-server.ts',
    { DATABASE_URL: databases.attendance, PORT: String(bare) },
    dataDir,
  );
  await waitUntilReady(server, at(bare), { dataDir });
  const gateway = await superviseNode(
    'bare-gateway',
    'gateway/src/main.ts',
    {
      ...gatewayEnvironment({
        urls: { ...urls, session: at(bare), attendance: at(bare) },
        secrets,
        host: HOST,
        port: door,
      }),
      ...UNLIMITED_GATEWAY,
    },
    dataDir,
  );
  await waitUntilReady(gateway, at(door), { dataDir });
  return {
    url: at(door),
    processes: { attendance: server, gateway } as Record<string, Supervised>,
    stop: async () => {
      await gateway.stop();
      await server.stop();
    },
  };
};
