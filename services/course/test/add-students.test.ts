import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MAX_NEW_PEOPLE_PER_DAY,
  type AppliedRecord,
  type AuditLogEntry,
  type Course,
  type EnrollmentState,
  type StudentRate,
} from '@qr-attendance/contracts';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import {
  call,
  countAsVerified,
  eventually,
  someone,
  startServices,
  type TestServices,
} from '@qr-attendance/test-kit';
import { createRosterLimits } from '../src/features/enrollment/roster-limits.ts';

const PASSWORD = 'a long walk along the river';
let services: TestServices;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'attendance']);
});
afterAll(() => services.stop());

interface Person {
  id: string;
  token: string;
  email: string;
}
const register = async (details: object, isVerified = true): Promise<Person> => {
  const email = `${randomUUID()}@campus.example`;
  const { body } = await call<{ token: string; user: { _id: string } }>(
    services.urls.auth,
    'POST',
    '/api/auth/register',
    { body: { name: 'Grace Hopper', email, password: PASSWORD, department: 'Electronics', ...details } },
  );
  if (isVerified) await countAsVerified(services, body.user._id);
  return { id: body.user._id, token: body.token, email };
};
const student = (usn: string = randomUUID(), isVerified = true) =>
  register({ userType: 'STUDENT', usn, regNo: 'R1', semester: 3 }, isVerified);
const teacher = () => register({ userType: 'TEACHER', employeeId: randomUUID(), name: 'Ada Lovelace' });
const openCourse = async (owner: Person): Promise<string> => {
  const { body } = await call<Course>(services.urls.course, 'POST', '/api/courses', {
    token: owner.token,
    body: { name: 'Algorithms', code: randomUUID().slice(0, 8), semester: 3 },
  });
  return body._id;
};
interface Line {
  person: string;
  name?: string;
  email?: string;
}
const add = (owner: Person, courseId: string, lines: Line[], more: object = {}) =>
  call<{ outcomes: string[]; code?: string }>(
    services.urls.course,
    'POST',
    `/api/courses/${courseId}/students`,
    {
      token: owner.token,
      body: { lines, ...more },
    },
  );
/** A busy service may ask for a retry. */
const outcomesOf = (...given: Parameters<typeof add>) =>
  eventually(async () => {
    const { status, body } = await add(...given);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.outcomes;
  });
const rosterOf = async (owner: Person, courseId: string) => {
  const { body } = await call<StudentRate[]>(
    services.urls.attendance,
    'GET',
    `/api/analytics/courses/${courseId}/students`,
    { token: owner.token },
  );
  return body.map(({ student: found }) => found);
};
const record = async (institutionId: string, email: string): Promise<string> => {
  const { body } = await call<AppliedRecord[]>(services.urls.auth, 'PUT', '/internal/people', {
    token: services.internalToken,
    body: {
      run: randomUUID(),
      people: [{ institutionId, email, name: 'Rosa Parks', role: 'student' }],
    },
  });
  return body[0]?.id ?? '';
};
const employee = async (): Promise<Person> => {
  const person = await teacher();
  const { email } = person;
  await call(services.urls.auth, 'PUT', '/internal/people', {
    token: services.internalToken,
    body: {
      run: randomUUID(),
      people: [{ institutionId: randomUUID(), email, name: 'Ada Lovelace', role: 'staff' }],
    },
  });
  return person;
};

describe('adding students to a roster', () => {
  it('matches them by verified address, USN and institution ID, and adds them once', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const [byEmail, byUsn] = [await student(), await student('4QR26CS001')];
    const listed = await record('Q-77', `${randomUUID()}@campus.example`);
    const lines = [
      { person: byEmail.email.toUpperCase() },
      { person: ' 4qr26cs001 ' },
      { person: 'q-77' },
      { person: byEmail.email },
      { person: 'nobody' },
    ];
    const expected = ['added', 'added', 'added', 'repeated', 'unknown'];
    expect(await outcomesOf(owner, courseId, lines, { preview: true })).toEqual(expected);
    expect(await outcomesOf(owner, courseId, lines, { preview: true })).toEqual(expected);
    expect(await outcomesOf(owner, courseId, lines)).toEqual(expected);
    expect((await outcomesOf(owner, courseId, lines)).slice(0, 3)).toEqual(Array(3).fill('present'));
    await eventually(async () => {
      const ids = (await rosterOf(owner, courseId)).map(({ _id }) => _id);
      expect(ids.toSorted()).toEqual([byEmail.id, byUsn.id, listed].toSorted());
    });
  });

  it('removes their enrollment requests', async () => {
    const [owner, asking] = [await teacher(), await student()];
    const courseId = await openCourse(owner);
    const ask = <Body>({ token }: Person, method: string, path: string, body?: unknown) =>
      call<Body>(services.urls.course, method, `/api/courses/${courseId}${path}`, { token, body });
    await ask(owner, 'PUT', '/enrollment-settings', { mode: 'APPROVAL', mayLeave: false });
    const { body: state } = await ask<EnrollmentState>(asking, 'POST', '/enrollment-request');
    expect(state.way).toBe('WAITING');
    const lines = [{ person: asking.email }];
    await outcomesOf(owner, courseId, lines, { preview: true });
    expect((await ask<Course>(owner, 'GET', '')).body).toMatchObject({ requestCount: 1 });
    expect(await outcomesOf(owner, courseId, lines)).toEqual(['added']);
    expect((await ask(owner, 'GET', '/enrollment-requests')).body).toEqual([]);
    const { body: course } = await ask<Course>(owner, 'GET', '');
    expect(course.studentCount).toBe(1);
    expect(course).not.toHaveProperty('requestCount');
  });

  it('creates people without an account, labeled on the roster, and finds them the next time', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const email = `${randomUUID()}@campus.example`;
    const lines = [
      { person: 'S-1', name: 'Rosa Parks', email },
      { person: email.toUpperCase(), name: 'Twice' },
      { person: `${randomUUID()}@campus.example` },
    ];
    const expected = ['created', 'repeated', 'unknown'];
    expect(await outcomesOf(owner, courseId, lines, { preview: true })).toEqual(expected);
    expect(await outcomesOf(owner, courseId, lines)).toEqual(expected);
    await eventually(async () => {
      expect(await rosterOf(owner, courseId)).toMatchObject([{ name: 'Rosa Parks', registered: false }]);
    });
    const [other, second] = [await teacher(), await openCourse(owner)];
    const elsewhere = await openCourse(other);
    const again = [{ person: email, name: 'Another Name' }];
    expect(await outcomesOf(owner, second, again)).toEqual(['added']);
    expect(await outcomesOf(other, elsewhere, again)).toEqual(['added']);
    await eventually(async () => {
      expect(await rosterOf(other, elsewhere)).toMatchObject([{ name: 'Rosa Parks' }]);
    });
  });

  it('reveals no personal data in a preview, or about people who are not students', async () => {
    const owner = await employee();
    const courseId = await openCourse(owner);
    const [verified, unverified, colleague] = [
      await student(),
      await student(randomUUID(), false),
      await teacher(),
    ];
    const lines = [verified, unverified, colleague].map(({ email }) => ({ person: email, name: 'A Name' }));
    const { body } = await add(owner, courseId, lines, { preview: true });
    expect(body).toEqual({ outcomes: ['added', 'created', 'email_taken'] });
    expect(await outcomesOf(owner, courseId, lines)).toEqual(['added', 'created', 'email_taken']);
  });

  it('replaces an account with an unverified address', async () => {
    const owner = await employee();
    const courseId = await openCourse(owner);
    const stranger = await student('TYPED-1', false);
    const lines = [{ person: stranger.email, name: 'Rosa Parks' }];
    expect(await outcomesOf(owner, courseId, lines)).toEqual(['created']);
    const { status } = await call(services.urls.auth, 'POST', '/api/auth/login', {
      body: { email: stranger.email, password: PASSWORD },
    });
    expect(status).toBe(401);
    await eventually(async () => {
      expect(await rosterOf(owner, courseId)).toMatchObject([{ _id: stranger.id, name: 'Rosa Parks' }]);
    });
    const number = [{ person: 'TYPED-1' }];
    expect(await outcomesOf(owner, courseId, number, { preview: true })).toEqual(['unknown']);
  });

  it('keeps an account with an unverified address if the teacher is not in the institution’s records', async () => {
    const lines = [{ person: (await student(randomUUID(), false)).email, name: 'A Name' }];
    const unverified = await register({ userType: 'TEACHER', employeeId: randomUUID() }, false);
    for (const owner of [await teacher(), unverified])
      expect(await outcomesOf(owner, await openCourse(owner), lines)).toEqual(['email_unverified']);
  });

  it('reports a malformed address as unknown, and adds the others', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const lines = [{ person: 'x@campus', name: 'A Name' }, { person: (await student()).email }];
    expect(await outcomesOf(owner, courseId, lines, { preview: true })).toEqual(['unknown', 'added']);
  });

  it('matches no one by a USN that several students typed', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    await student('SAME-1');
    await student('same-1');
    expect(await outcomesOf(owner, courseId, [{ person: 'SAME-1' }])).toEqual(['unknown']);
  });

  it('restores a student whom the teacher had removed', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const { id, email } = await student();
    await outcomesOf(owner, courseId, [{ person: email }]);
    const path = `/api/courses/${courseId}/students/${id}`;
    await call(services.urls.course, 'DELETE', path, { token: owner.token });
    expect(await outcomesOf(owner, courseId, [{ person: email }])).toEqual(['added']);
  });

  it('is allowed only to the course staff, and rejects invalid input as a whole', async () => {
    const [owner, stranger] = [await teacher(), await teacher()];
    const courseId = await openCourse(owner);
    const lines = [{ person: 'nobody' }];
    expect((await add(stranger, courseId, lines)).status).toBe(404);
    expect((await add(await student(), courseId, lines)).status).toBe(403);
    const tooMany = Array.from({ length: 201 }, () => lines[0] as Line);
    for (const bad of [[], tooMany, [{ person: '' }], [{ person: 'x', email: 'no address' }]])
      expect((await add(owner, courseId, bad)).status).toBe(400);
    expect((await add(owner, courseId, lines, { sectionId: 'f'.repeat(24) })).status).toBe(404);
  });

  it('has limits per teacher: people without an account per day, and lines per hour', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const newLines = (count: number) =>
      Array.from({ length: count }, () => ({ person: `${randomUUID()}@campus.example`, name: 'Rosa Parks' }));
    const connection = await connectMongo(services.databases.course);
    const limits = createRosterLimits(connection);
    // Spends what a teacher would spend in many requests.
    await limits.countPeople(owner, MAX_NEW_PEOPLE_PER_DAY - 1);
    await outcomesOf(owner, courseId, newLines(1));
    expect(await add(owner, courseId, newLines(1))).toMatchObject({
      status: 429,
      body: { code: 'too_many_new_people' },
    });
    await limits.countLines(owner, 5_900);
    const more = newLines(50);
    await outcomesOf(owner, courseId, more, { preview: true });
    expect(await add(owner, courseId, more, { preview: true })).toMatchObject({
      status: 429,
      body: { code: 'too_many_lookups' },
    });
    await connection.close();
  });

  it('limits how many numbers a teacher can guess per day, not counting those with the correct name', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const usn = randomUUID();
    const { id } = await student(usn);
    const guesses = [...Array.from({ length: 198 }, () => ({ person: randomUUID() })), { person: usn }];
    const wrongName = { person: usn, name: 'Somebody Else' };
    for (let round = 0; round < 3; round += 1)
      await outcomesOf(owner, courseId, [...guesses, wrongName], { preview: true });
    expect(await add(owner, courseId, [{ person: usn }])).toMatchObject({
      status: 429,
      body: { code: 'too_many_nameless' },
    });
    expect((await add(owner, courseId, [{ person: randomUUID() }])).status).toBe(429);
    const withName = { person: usn, name: 'HOPPER, Grace Brewster' };
    expect(await outcomesOf(owner, courseId, [withName])).toEqual(['added']);
    await eventually(async () =>
      expect((await rosterOf(owner, courseId)).map(({ _id }) => _id)).toEqual([id]),
    );
  });

  it('lets students leave whom a teacher added without a request, even if others cannot leave', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const [added, own] = [await student(), await student()];
    const path = `/api/courses/${courseId}`;
    const ask = <Body>({ token }: Person, method: string, where: string, body?: unknown) =>
      call<Body>(services.urls.course, method, where, { token, body });
    await ask(own, 'POST', `${path}/enroll`);
    await ask(owner, 'PUT', `${path}/enrollment-settings`, { mode: 'CLOSED', mayLeave: false });
    await outcomesOf(owner, courseId, [{ person: added.email }]);
    const canLeave = async (who: Person) =>
      (await ask<Course[]>(who, 'GET', '/api/courses')).body.map(({ mayLeave = false }) => mayLeave);
    expect(await canLeave(added)).toEqual([true]);
    expect(await canLeave(own)).toEqual([false]);
    expect((await ask(own, 'POST', `${path}/leave`)).status).toBe(403);
    expect((await ask(added, 'POST', `${path}/leave`)).status).toBe(204);
    expect((await ask(owner, 'POST', `${path}/students/${added.id}/restore`)).status).toBe(204);
    expect(await canLeave(added)).toEqual([true]);
  });
});

describe('adding students with a registration link', () => {
  const countLinks = async (email: string): Promise<number> => {
    const files = (await readdir(services.mailDir)).filter((file) => /^[^.].*\.eml$/.test(file));
    const mails = await Promise.all(files.map((file) => readFile(join(services.mailDir, file), 'utf8')));
    // Quoted-printable encoding breaks long lines.
    const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
    return texts.filter((text) => text.includes(email) && text.includes('finish-registration')).length;
  };
  const auditOf = async (courseId: string) => {
    const path = `/api/units/audit-log?courseId=${courseId}`;
    const token = services.tokenFor(someone('ADMIN'));
    const { body } = await call<AuditLogEntry[]>(services.urls.course, 'GET', path, { token });
    return body.map(({ action, count }) => [action, count]);
  };

  it('emails the links when the request is repeated after they could not be queued', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const registered = await student();
    const email = `${randomUUID()}@campus.example`;
    const lines = [{ person: registered.email }, { person: email, name: 'Rosa Parks' }];
    const pool = createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' });
    try {
      await pool.query('ALTER TABLE mails RENAME TO mails_away');
      expect((await add(owner, courseId, lines, { invite: true })).status).toBe(503);
    } finally {
      await pool.query('ALTER TABLE mails_away RENAME TO mails');
      await pool.end();
    }
    expect(await outcomesOf(owner, courseId, lines, { invite: true })).toEqual(['present', 'present']);
    await eventually(async () => expect(await countLinks(email)).toBe(1));
    expect(await countLinks(registered.email)).toBe(0);
    expect(await auditOf(courseId)).toContainEqual(['students_added', 2]);
  });
});

describe('inviting the students of a course', () => {
  const invite = (owner: Person, courseId: string, studentIds?: string[]) =>
    call(services.urls.course, 'POST', `/api/courses/${courseId}/students/invite`, {
      token: owner.token,
      body: studentIds ? { studentIds } : {},
    });

  it('emails students on the roster who have no account, up to a limit', async () => {
    const owner = await teacher();
    const courseId = await openCourse(owner);
    const { email } = await student();
    const lines = ['one', 'two'].map((name) => ({ person: `${randomUUID()}@campus.example`, name }));
    await outcomesOf(owner, courseId, [{ person: email }, ...lines]);
    const stranger = await record('Q-88', `${randomUUID()}@campus.example`);
    expect(await invite(owner, courseId, [stranger])).toMatchObject({ body: { queued: 0, limited: 0 } });
    for (let round = 0; round < 3; round += 1)
      expect(await invite(owner, courseId)).toMatchObject({ status: 200, body: { queued: 2, limited: 0 } });
    expect(await invite(owner, courseId)).toMatchObject({ body: { queued: 0, limited: 2 } });
    expect((await invite(await teacher(), courseId)).status).toBe(404);
  });
});
