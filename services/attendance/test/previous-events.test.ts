import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { previousEvents } from '@qr-attendance/contracts/samples/previous';
import { startServices, type TestServices } from '@qr-attendance/local-stack';
import { connectPostgresEventBus, createLogger, type EventBus } from '@qr-attendance/service-kit';
import { eventually } from '@qr-attendance/service-kit/testing';
import pg from 'pg';

let services: TestServices;
let bus: EventBus;
let database: pg.Pool;

beforeAll(async () => {
  services = await startServices(['attendance']);
  bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });
  database = new pg.Pool({ connectionString: services.databases.attendance, max: 1 });
}, 60_000);
afterAll(async () => {
  await database.end();
  await bus.close();
  await services.stop();
});

it('events as the previous version wrote them still fill the projections', async () => {
  for (const event of previousEvents) await bus.publish({ ...event, id: crypto.randomUUID() });
  await eventually(async () => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(*)::int FROM courses) AS courses,
              (SELECT count(*)::int FROM enrolments) AS enrolments, (SELECT count(*)::int FROM sessions) AS sessions,
              (SELECT passkeys FROM student_security) AS passkeys`,
    );
    expect(rows[0]).toEqual({ people: 2, courses: 1, enrolments: 1, sessions: 1, passkeys: [] });
  });
  expect(await bus.deadLetters('attendance')).toEqual([]);
});
