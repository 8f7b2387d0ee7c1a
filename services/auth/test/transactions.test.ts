import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import type { Client } from 'pg';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { createPerson } from '../src/core/people/people.ts';

let services: TestServices;
let database: Database;
/** The maximum number of concurrent statements on one connection. */
let maxConcurrent = 0;

const watch = (client: Client): void => {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let underWay = 0;
  const counted = (...args: unknown[]) => {
    const sent = send(...args);
    if (!(sent instanceof Promise)) return sent;
    maxConcurrent = Math.max(maxConcurrent, (underWay += 1));
    return sent.finally(() => (underWay -= 1));
  };
  client.query = counted as typeof client.query;
};

beforeAll(async () => {
  services = await startServices([]);
  const pool = createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' });
  pool.on('connect', (client) => watch(client as Client));
  database = connectDatabase(pool);
});
afterAll(async () => {
  await database.$disconnect();
  await services.stop();
});

it('a transaction runs one statement at a time, even if they are issued concurrently', async () => {
  const registration = {
    name: 'Grace Hopper',
    userType: 'STUDENT' as const,
    usn: 'U1',
    regNo: 'R1',
    semester: 3,
    email: `${randomUUID()}@campus.example`,
    department: 'Electronics' as const,
  };
  const person = await database.$transaction(async (transaction) => {
    const { id } = await createPerson(transaction, registration, 'hash');
    const where = { id };
    const [found] = await Promise.all([
      transaction.user.findUnique({ where, include: { student: true, teacher: true, mails: true } }),
      transaction.user.count(),
    ]);
    return found;
  });
  expect(person?.student?.usn).toBe('U1');
  expect(maxConcurrent).toBe(1);
});

it('a transaction with a failed statement is rolled back as a whole', async () => {
  const before = await database.user.count();
  const failing = database.$transaction(async (transaction) => {
    const registration = { name: 'Ada Lovelace', email: `${randomUUID()}@campus.example` };
    await createPerson(transaction, { ...registration, userType: 'ADMIN' }, 'hash');
    await Promise.all([transaction.$queryRaw`SELECT no_such_column`, transaction.user.count()]);
  });
  await expect(failing).rejects.toThrow();
  expect(await database.user.count()).toBe(before);
});
