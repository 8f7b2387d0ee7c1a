import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import { saveStores } from '../src/backup/back-up.ts';
import type { BackupFiles } from '../src/backup/lines-file.ts';

let services: TestServices;
let client: pg.Client;
beforeAll(async () => {
  services = await startServices([]);
  client = new pg.Client({ connectionString: services.databases.auth });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await services.stop();
});

const ROWS = 5_000;

it('a backup written to slow storage holds no table lock and still contains a single snapshot', async () => {
  await client.query(
    `INSERT INTO users (id, name, email, email_key, password_hash, user_type)
     SELECT gen_random_uuid(), 'Student ' || i, i || '@campus.example', i || '@campus.example', '', 'ADMIN'
       FROM generate_series(1, ${ROWS}) i`,
  );
  const names: string[] = [];
  const files: BackupFiles = {
    write: async (path, lines) => {
      for await (const line of lines) {
        if (path !== 'postgres/auth/users.jsonl.gz') continue;
        const isFirst = names.push((JSON.parse(line) as { name: string }).name) === 1;
        // A migration needs this lock, and the statement fails at once if another transaction holds the lock.
        if (isFirst)
          await client.query(`SET lock_timeout = 100; ALTER TABLE users ADD COLUMN added_by_test int DEFAULT 1;
                              UPDATE users SET name = 'Changed'; DELETE FROM users WHERE email LIKE '1%'`);
      }
    },
    read: () => {
      throw new Error('nothing is kept');
    },
  };
  const { postgres } = await saveStores(services.databases, files);
  expect(postgres['auth']?.tables['users']).toBe(ROWS);
  expect(new Set(names).size).toBe(ROWS);
  expect(names).not.toContain('Changed');
});
