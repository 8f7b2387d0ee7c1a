import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { createMailQueue } from '../src/core/email/email-queue.ts';

const EMAILS = 4_000;
const ROUNDS = 25;
const REPLICAS = 8;
const BATCH = 10;

let services: TestServices;
let database: Database;
beforeAll(async () => {
  services = await startServices([]);
  const pool = createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' });
  database = connectDatabase(pool);
});
afterAll(async () => {
  await database.$disconnect();
  await services.stop();
});

it('each email is claimed once, however many replicas claim emails concurrently', async () => {
  await database.$executeRaw`
    INSERT INTO mails (id, email_key, kind)
    SELECT gen_random_uuid(), 'person ' || number, 'devices_reset' FROM generate_series(1, ${EMAILS}::integer) number`;
  const replicas = Array.from({ length: REPLICAS }, () => createMailQueue(database));
  const claimed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const batches = await Promise.all(replicas.map((queue) => queue.claim(BATCH)));
    claimed.push(...batches.flat().map(({ id }) => id));
  }
  expect(claimed.length).toBeGreaterThan(ROUNDS * BATCH);
  expect(new Set(claimed).size).toBe(claimed.length);
});
