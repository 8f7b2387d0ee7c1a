import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_DEPARTMENTS, routes } from '@qr-attendance/contracts';
import { courseChanged, type Event } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { type EventBus, createEvent } from '@qr-attendance/messaging';
import { ROOT, serviceNames } from '@qr-attendance/stack';
import { eventually, startServices, startTestKafka, type TestServices } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import pg from 'pg';

const { brokers, missing } = await startTestKafka();
const TABLES = ['courses', 'people', 'sessions', 'members', 'student_security'];

describe.each([
  ['PostgreSQL', true],
  [`Kafka${missing ? ` (${missing})` : ''}`, brokers !== undefined],
])('the events command on %s', (name, possible) => {
  const test = possible ? it : it.skip;
  let services: TestServices;
  let database: pg.Pool;
  let bus: EventBus;

  const events = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await execa(
      process.execPath,
      [
        '--disable-warning=TimeoutNegativeWarning',
        join(ROOT, 'packages/cli/src/commands/events.ts'),
        ...args,
      ],
      { env: services.operatorEnvironment, reject: false },
    );
    return { stdout, stderr, exitCode };
  };
  const post = async <T>(service: 'auth' | 'course' | 'session', path: string, body: object, token = '') => {
    const response = await fetch(services.urls[service] + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 201]);
    return (await response.json()) as T;
  };
  const register = (userType: 'TEACHER' | 'STUDENT', index: number) =>
    post<{ token: string }>('auth', routes.auth.register.path, {
      name: `${userType} ${index}`,
      email: `${randomUUID()}@campus.example`,
      password: 'correct horse',
      userType,
      department: DEFAULT_DEPARTMENTS[0]?.name,
      ...(userType === 'TEACHER' ? { employeeId: 'E1' } : { usn: 'U1', regNo: 'R1', semester: 3 }),
    });
  const count = async (table: string) =>
    (await database.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)).rows[0]?.count;
  const checksums = () =>
    Promise.all(
      TABLES.map(async (table) => {
        const { rows } = await database.query<{ sum: string }>(
          `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`,
        );
        return [table, rows[0]?.sum];
      }),
    );

  beforeAll(async () => {
    if (!possible) return;
    services = await startServices(serviceNames, {
      asProcesses: true,
      kafka: name === 'PostgreSQL' ? undefined : brokers,
    });
    database = new pg.Pool({ connectionString: services.databases.attendance, max: 2 });
    bus = await services.connectBus();
  });
  afterAll(async () => {
    await bus?.close();
    await database?.end();
    await services?.stop();
  });

  test('rebuilds a damaged read model while its service keeps serving', async () => {
    const teacher = await register('TEACHER', 0);
    const students = await Promise.all([1, 2, 3].map((index) => register('STUDENT', index)));
    const newCourse = { name: 'Algorithms', code: 'CS201', semester: 3 };
    const course = await post<{ _id: string }>('course', '/api/courses', newCourse, teacher.token);
    for (const { token } of students)
      await fetch(`${services.urls.course}/api/courses/${course._id}/enroll`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
    const begins = new Date().toISOString();
    const session = { courseId: course._id, date: begins.slice(0, 10), startTime: begins };
    await eventually(() => post('session', '/api/sessions', session, teacher.token));
    await eventually(async () => {
      expect(await Promise.all(TABLES.map(count))).toEqual([1, 4, 1, 3, 3]);
    });
    const before = await checksums();

    await database.query(`
      DELETE FROM people; DELETE FROM courses; DELETE FROM members WHERE student_id IN
        (SELECT student_id FROM members LIMIT 2);
      UPDATE sessions SET late_after_minutes = 99, active = false;
      UPDATE student_security SET devices = '[]'`);
    expect(await checksums()).not.toEqual(before);

    const answers: number[] = [];
    const asking = setInterval(() => {
      void fetch(`${services.urls.attendance}/api/analytics/summary`, {
        headers: { authorization: `Bearer ${teacher.token}` },
      }).then(
        ({ status }) => answers.push(status),
        () => answers.push(0),
      );
    }, 50);
    const replayed = await events('replay', 'attendance');
    await eventually(async () => expect(await checksums()).toEqual(before)).finally(() =>
      clearInterval(asking),
    );
    expect(replayed.exitCode).toBe(0);
    expect(replayed.stdout).toMatch(/auth\.user-changed +4 republished[^]*membership-changed +3 republished/);
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers)).toEqual(new Set([200]));

    expect((await events('replay', 'attendance')).exitCode).toBe(0);
    expect((await events('replay', 'session')).exitCode).toBe(0);
    expect(await checksums()).toEqual(before);
  });

  test('lists, shows, redrives and discards dead letters', async () => {
    expect((await events('dead-letters', 'list')).stdout).toBe('No dead letters.');
    const good = createEvent(courseChanged, samples.courseChanged.id, samples.courseChanged);
    const bad: Event = { ...good, payload: { ...samples.courseChanged, name: 7 } };
    await bus.publish(bad);
    const shown = await eventually(async () => {
      const { stdout } = await events('dead-letters', 'show', '--group', 'attendance');
      const letters = JSON.parse(stdout) as { id: string; event: Event; reason: string }[];
      expect(letters).toHaveLength(1);
      return letters[0];
    });
    expect(shown).toMatchObject({ group: 'attendance', event: bad, attempts: 1 });
    expect((await events('dead-letters', 'list')).stdout).toMatch(/attendance .*course\.course-changed/);
    const { stdout } = await events(
      'dead-letters',
      'redrive',
      '--group',
      'attendance',
      '--id',
      shown?.id ?? '',
    );
    expect(stdout).toBe('Redriven: 0, failed again: 1');
    expect((await events('dead-letters', 'list', '--group', 'attendance')).stdout).toMatch(
      new RegExp(`${bad.key}.*tried 2×`),
    );
    await database.query('UPDATE dead_letters SET letter = replace(letter, $1, $2)', [
      '"name":7',
      '"name":"Algorithms"',
    ]);
    expect((await events('dead-letters', 'redrive', '--group', 'attendance')).stdout).toBe('Redriven: 1');
    expect((await events('dead-letters', 'list', '--group', 'attendance')).stdout).toBe('No dead letters.');
    const { rows } = await database.query('SELECT name FROM courses WHERE id = $1', [bad.key]);
    expect(rows).toEqual([{ name: 'Algorithms' }]);

    const left = await eventually(async () => {
      const { stdout: json } = await events('dead-letters', 'show');
      const letters = JSON.parse(json) as { id: string; group: string }[];
      expect(letters.map(({ group }) => group).toSorted()).toEqual(['auth', 'session']);
      return letters;
    });
    for (const { group, id } of left)
      expect((await events('dead-letters', 'discard', '--group', group, '--id', id)).stdout).toBe(
        'Discarded: 1',
      );
    expect((await events('dead-letters', 'list')).stdout).toBe('No dead letters.');
  });

  test('explains in one sentence why it cannot be executed', async () => {
    expect(await events('replay', 'billing')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Name one of the services auth, course, session, attendance.'),
    });
    expect(await events('dead-letters', 'bury')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('dead-letters redrive'),
    });
  });
});
