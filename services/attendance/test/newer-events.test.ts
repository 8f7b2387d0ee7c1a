import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nextEvents } from '@qr-attendance/contracts/samples/next';
import { connectPostgresEventBus, type EventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';

let services: TestServices;
let bus: EventBus;
let database: pg.Pool;

beforeAll(async () => {
  services = await startServices(['attendance']);
  bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });
  database = new pg.Pool({ connectionString: services.databases.attendance, max: 1 });
});
afterAll(async () => {
  await database.end();
  await bus.close();
  await services.stop();
});

it('events of a newer release are accepted, and their additional fields are stored', async () => {
  for (const event of nextEvents)
    await bus.publish({
      ...event,
      id: crypto.randomUUID(),
      version: event.version + 1,
      payload: { ...(event.payload as object), version: event.version + 1 },
    });
  await eventually(async () => {
    const { rows } = await database.query(
      `SELECT (SELECT array_agg(DISTINCT user_type) FROM people) AS kinds,
              (SELECT policy ->> 'requireBadge' FROM sessions) AS policy,
              (SELECT preferences ->> 'requireBadge' FROM student_security) AS preferences,
              (SELECT version FROM courses) AS course, (SELECT version FROM members) AS enrollment`,
    );
    expect(rows[0]).toEqual({
      kinds: ['TUTOR'],
      policy: 'true',
      preferences: 'true',
      course: 2,
      enrollment: 2,
    });
  });
  expect((await database.query('SELECT letter FROM dead_letters')).rows).toEqual([]);
});
