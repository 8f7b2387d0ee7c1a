import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testServers } from '@qr-attendance/test-kit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../src/free-port.ts';
import { ensureDatabase } from '../src/infrastructure/postgres.ts';
import { startSystem } from '../src/system/start-system.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('reports the reason when a service rejects its database', async () => {
  const { postgresUrl, mongoUrl } = await testServers();
  const databasePrefix = `t${randomBytes(5).toString('hex')}_`;
  const client = new pg.Client({
    connectionString: await ensureDatabase(postgresUrl, `${databasePrefix}auth`),
  });
  await client.connect();
  await client.query(`CREATE TABLE migrations (name text); INSERT INTO migrations VALUES ('001_users')`);
  await client.end();
  const starting = startSystem({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    postgresUrl,
    mongoUrl,
    databasePrefix,
    shellUrl: 'http://127.0.0.1:1',
  });
  await expect(starting).rejects.toThrow(
    'auth does not become ready: Created by a pre-release version. Delete .data or restore into a new folder.',
  );
});
