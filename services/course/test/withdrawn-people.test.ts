import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, Course, KnownPerson, Roster, Session } from '@qr-attendance/contracts';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import {
  call,
  countAsVerified,
  eventually,
  someone,
  startServices,
  type TestServices,
} from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';

let services: TestServices;
let office: Importer;
let database: ReturnType<typeof createPool>;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  office = createImporter(() => services.urls.course, { token: services.tokenFor(someone('ADMIN')) });
  database = createPool(services.databases.attendance, createLogger('test', 'silent'), { name: 'test' });
});
afterAll(async () => {
  await database.end();
  await services.stop();
});

const PASSWORD = 'a long walk along the river';
const newId = () => `w${randomUUID().slice(0, 8)}`;
const fileOf = (...ids: string[]) =>
  [
    'person,name,email,role,usn',
    ...ids.map((id) => `${id},Rosa ${id},${id}@campus.example,student,U-${id}`),
  ].join('\n');
const findIds = async (...institutionIds: string[]) => {
  const { body } = await call<(KnownPerson | null)[]>(services.urls.auth, 'POST', '/internal/people/find', {
    token: services.internalToken,
    body: { institutionIds },
  });
  return body.map((person) => person?.id);
};
const registerTeacher = async () => {
  const email = `${randomUUID()}@campus.example`;
  const form = {
    userType: 'TEACHER',
    name: 'Ada Lovelace',
    employeeId: randomUUID(),
    department: 'Electronics',
  };
  const { body } = await call<{ token: string; user: { _id: string } }>(
    services.urls.auth,
    'POST',
    '/api/auth/register',
    { body: { ...form, email, password: PASSWORD } },
  );
  await countAsVerified(services, body.user._id);
  return body.token;
};
const openClass = async () => {
  const token = await registerTeacher();
  const ask = async <Body>(
    service: 'course' | 'session' | 'attendance',
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const answer = await call<Body>(services.urls[service], method, path, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const details = { name: 'Algorithms', code: newId(), semester: 3 };
  const course = await ask<Course>('course', 'POST', '/api/courses', details);
  const now = new Date().toISOString();
  const start = { courseId: course._id, date: now.slice(0, 10), startTime: now };
  const session = await ask<Session>('session', 'POST', '/api/sessions', start);
  const add = async (...people: string[]) => {
    const lines = people.map((person) => ({ person }));
    return (
      await ask<{ outcomes: string[] }>('course', 'POST', `/api/courses/${course._id}/students`, { lines })
    ).outcomes;
  };
  const mark = (studentId: string) =>
    eventually(() =>
      ask<AttendanceRecord>('attendance', 'POST', '/api/attendance/by-hand', {
        sessionId: session._id,
        studentId,
        status: 'PRESENT',
        reason: 'The phone was empty',
      }),
    );
  const roster = async () =>
    (await ask<Roster>('attendance', 'GET', `/api/attendance/roster?sessionId=${session._id}`)).entries.map(
      ({ student, mark: record }) => [student._id, student.name, record?.status],
    );
  return { course, add, mark, roster };
};

it('rule 8: undoing an import of people keeps their marks and names, and importing it again restores their IDs', async () => {
  const [marked, other] = [newId(), newId()];
  const file = fileOf(marked, other);
  const run = await office.apply('people', file);
  const ids = await findIds(marked, other);
  const openedClass = await openClass();
  expect(await openedClass.add(marked)).toEqual(['added']);
  await openedClass.mark(ids[0] ?? '');

  expect(await office.undo(run._id)).toMatchObject({ state: 'undone', undo: { restored: 2, kept: 0 } });
  expect(await findIds(marked, other)).toEqual([undefined, undefined]);
  await eventually(async () => {
    const { rows } = await database.query('SELECT id FROM people WHERE withdrawn');
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
  const stored = [[ids[0], `Rosa ${marked}`, 'PRESENT']];
  expect(await openedClass.roster()).toEqual(stored);
  const cannotBeAdded = ['unknown', 'unknown', 'unknown'];
  expect(await openedClass.add(other, `${other}@campus.example`, `U-${other}`)).toEqual(cannotBeAdded);

  const previewed = await office.preview('people', file);
  expect(previewed).toMatchObject({ preview: { added: 2, changed: 0, error: 0 } });
  expect(await office.apply('people', file)).toMatchObject({ applied: { added: 2, error: 0 } });
  expect(await findIds(marked, other)).toEqual(ids);
  expect(await openedClass.roster()).toEqual(stored);
  expect(await openedClass.add(other)).toEqual(['added']);
});

it('rule 8: repeated imports and undos of a file affect the same person', async () => {
  const id = newId();
  const first = await office.apply('people', fileOf(id));
  const ids = await findIds(id);
  expect(await office.undo(first._id)).toMatchObject({ undo: { restored: 1 } });
  const second = await office.apply('people', fileOf(id));
  expect(await findIds(id)).toEqual(ids);
  const third = await office.apply('people', fileOf(id));
  expect(third).toMatchObject({ applied: { added: 0, unchanged: 1 } });
  // The third file still states the person.
  expect(await office.undo(second._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
  expect(await findIds(id)).toEqual(ids);
  expect(await office.undo(third._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
  expect(await findIds(id)).toEqual([undefined]);
  expect(await office.apply('people', fileOf(id))).toMatchObject({ applied: { added: 1 } });
  expect(await findIds(id)).toEqual(ids);
});

it('rule 8: a line with an address that somebody else has taken is an error, and nothing is lost', async () => {
  const id = newId();
  const run = await office.apply('people', fileOf(id));
  const ids = await findIds(id);
  await office.undo(run._id);
  const successor = newId();
  expect(await office.apply('people', fileOf(successor))).toMatchObject({ applied: { added: 1 } });
  const taken = fileOf(successor).replace(`${successor}@`, `${id}@`);
  expect(await office.apply('people', taken)).toMatchObject({ applied: { changed: 1, error: 0 } });
  expect(await office.preview('people', fileOf(id))).toMatchObject({
    preview: { added: 0, error: 1 },
    examples: [{ problem: 'email_taken' }],
  });
  const moved = fileOf(id).replace(`${id}@`, `${id}.new@`);
  expect(await office.apply('people', moved)).toMatchObject({ applied: { added: 1, error: 0 } });
  expect(await findIds(id)).toEqual(ids);
});
