import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { securityChanged, userChanged, type Event } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { createRepublishNewer } from '../src/core/people/republish.ts';
import { createPeople } from '../src/core/people/people.ts';
import { createDevices } from '../src/core/security/devices.ts';

/** No service runs, so nothing is published. */
let services: TestServices;
let database: Database;
let studentId: string;
beforeAll(async () => {
  services = await startServices([]);
  database = connectDatabase(
    createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' }),
  );
  const registration = {
    name: 'Grace Hopper',
    email: `${randomUUID()}@campus.example`,
    userType: 'STUDENT',
    usn: 'U1',
    regNo: 'R1',
    department: 'Electronics',
    semester: 3,
  } as const;
  const student = await createPeople(database).create(registration, 'hash', async () => undefined);
  studentId = student?.id ?? '';
  const device = { deviceId: randomUUID(), deviceName: 'Phone', isFresh: true, mayAddFirst: false };
  await createDevices(database, { replacedHours: 24, addedHours: 24 }).register(studentId, device);
});
afterAll(async () => {
  await database.$disconnect();
  await services.stop();
});

const published = (topic: { name: string }, version: number): Event => ({
  id: randomUUID(),
  topic: topic.name,
  key: studentId,
  version,
  occurredAt: new Date().toISOString(),
  payload: {},
});
const waiting = async () =>
  (await database.outboxEvent.findMany({ orderBy: { topic: 'asc' } })).map(({ topic, version }) => ({
    topic,
    version,
  }));
const SECURITY = { topic: securityChanged.name, version: 2 };
const USER = { topic: userChanged.name, version: 1 };

it('republishes the current state after a late event only if it is newer', async () => {
  await database.outboxEvent.deleteMany();
  await createRepublishNewer(database)([published(userChanged, 1), published(securityChanged, 1)]);
  expect(await waiting()).toEqual([SECURITY]);
});

it('republishes the current state even if its event is queued and may just have been published', async () => {
  await database.outboxEvent.deleteMany();
  const republishNewer = createRepublishNewer(database);
  await republishNewer([published(securityChanged, 1), published(userChanged, 0)]);
  const before = await database.outboxEvent.findMany();
  expect(await waiting()).toEqual([SECURITY, USER]);
  await republishNewer([published(securityChanged, 1)]);
  const after = await database.outboxEvent.findMany();
  const idOf = (rows: typeof before, { topic }: typeof SECURITY) =>
    rows.find((row) => row.topic === topic)?.id;
  expect(idOf(after, SECURITY)).not.toBe(idOf(before, SECURITY));
  expect(idOf(after, USER)).toBe(idOf(before, USER));
});
