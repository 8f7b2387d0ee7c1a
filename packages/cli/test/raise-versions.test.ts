import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectMongo } from '@qr-attendance/server/mongo';
import { serviceNames } from '@qr-attendance/stack';
import { createCampusClient, eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import pg from 'pg';
import { holdClassOfTwo } from './support/class.ts';

const command = (name: string) => join(import.meta.dirname, `../src/commands/${name}.ts`);

let services: TestServices;
let attendance: pg.Client;
beforeAll(async () => {
  services = await startServices(serviceNames);
  attendance = new pg.Client({ connectionString: services.databases.attendance });
  await attendance.connect();
});
afterAll(async () => {
  await attendance.end();
  await services.stop();
});

const run = async (name: string, args: string[], env: Record<string, string>) => {
  const { exitCode, all } = await execa(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=TimeoutNegativeWarning',
      command(name),
      ...args,
    ],
    { env: { PATH: process.env['PATH'], ...env }, extendEnv: false, reject: false, all: true },
  );
  return { exitCode, said: all };
};
const replay = (service: string) => run('events', ['replay', service], services.operatorEnvironment);

it('a replay repairs the copies of a service’s data after a restore to an earlier state', async () => {
  await holdClassOfTwo(createCampusClient(services.urls));
  const copy = async () => {
    const { rows } = await attendance.query<{ id: string; name: string; version: number }>(
      'SELECT id, name, version FROM courses',
    );
    return rows[0];
  };
  await eventually(async () => expect(await copy()).toBeDefined());
  const copyBefore = (await copy())!;
  await attendance.query(`UPDATE courses SET name = 'Of a later moment', version = version + 5`);

  const raised = await run('backups', ['raise-versions', 'course'], {
    COURSE_MONGODB_URL: services.databases.course,
  });
  expect(raised).toEqual({ exitCode: 0, said: expect.stringContaining('Raised the versions of course') });
  expect(await replay('attendance')).toMatchObject({ exitCode: 0 });
  await eventually(async () => expect(await copy()).toMatchObject({ name: copyBefore.name }));

  const owner = await connectMongo(services.databases.course);
  try {
    const document = await owner.collection('courses').findOne();
    expect((await copy())?.version).toBe(document?.['version']);
  } finally {
    await owner.close();
  }
});

it('a replay repairs copies of marks after only the attendance service was restored', async () => {
  const session = await connectMongo(services.databases.session);
  try {
    const copies = session.collection('marks');
    await eventually(async () => expect(await copies.countDocuments({ status: 'PRESENT' })).toBe(2));
    await copies.updateMany({}, { $set: { status: 'EXCUSED' }, $inc: { version: 5 } });

    const raised = await run('backups', ['raise-versions', 'attendance'], {
      ATTENDANCE_DATABASE_URL: services.databases.attendance,
    });
    expect(raised).toMatchObject({ exitCode: 0 });
    expect(await replay('session')).toMatchObject({ exitCode: 0 });
    await eventually(async () => expect(await copies.countDocuments({ status: 'PRESENT' })).toBe(2));
  } finally {
    await session.close();
  }
});

it('a replay skips events that would send emails again', async () => {
  const { exitCode, said } = await replay('auth');
  expect({ exitCode, said }).toEqual({ exitCode: 0, said: expect.stringContaining('attendance.marked') });
  expect(said).not.toContain('notices');
});

it.each([
  ['an unknown service', ['campus'], 'Allowed choices are auth'],
  ['a missing URL', ['auth'], 'AUTH_DATABASE_URL'],
  ['a missing service', [], "missing required argument 'service'"],
])('raising versions rejects %s with a one-sentence error', async (_what, args, sentence) => {
  expect(await run('backups', ['raise-versions', ...args], {})).toEqual({
    exitCode: 1,
    said: expect.stringContaining(sentence),
  });
});
