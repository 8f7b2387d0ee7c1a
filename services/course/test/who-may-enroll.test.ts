import type { Course, EnrollmentSettings, EnrollmentState } from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged]);
});
afterAll(() => world.close());

type RefusalBody = { code?: string; error?: string };
const ask = <Body = RefusalBody>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body & RefusalBody>(world.url(), method, path, { token, body });
const create = async (teacher: Person) =>
  (await ask<Course>(teacher, 'POST', '/api/courses', samples.newCourse)).body;
const choose = (teacher: Person, id: string, choice: object) =>
  ask<EnrollmentSettings>(teacher, 'PUT', `/api/courses/${id}/enrollment-settings`, {
    mayLeave: false,
    ...choice,
  });
const enroll = (student: Person, id: string, key?: string) =>
  ask<Course>(student, 'POST', `/api/courses/${id}/enroll`, key === undefined ? undefined : { key });
const stateOf = async (student: Person, id: string) =>
  (await ask<EnrollmentState>(student, 'GET', `/api/courses/${id}/enrollment`)).body;
const isOffered = async (student: Person, id: string) => {
  const path = '/api/courses/available/all?limit=500';
  const { body } = await call<Course[]>(world.url(), 'GET', path, { token: student.token });
  return body.some(({ _id }) => _id === id);
};
const invite = async (teacher: Person, id: string, body: object = {}) => {
  const { status, body: settings } = await ask<EnrollmentSettings>(
    teacher,
    'POST',
    `/api/courses/${id}/invitation`,
    body,
  );
  return { status, token: settings.invitation?.token ?? '', settings };
};
const accept = (student: Person, token: string) =>
  ask<Course>(student, 'POST', `/api/courses/invitations/${token}/accept`);
const begin = async (mode?: string) => {
  const teacher = world.people.teacher();
  const { _id } = await create(teacher);
  const settings = mode ? (await choose(teacher, _id, { mode })).body : undefined;
  return { teacher, student: world.people.student(), id: _id, settings };
};

describe('a course', () => {
  it('is open to every student by default', async () => {
    const { teacher, student, id } = await begin();
    const settings = await ask<EnrollmentSettings>(teacher, 'GET', `/api/courses/${id}/enrollment-settings`);
    expect(settings.body).toEqual({ mode: 'OPEN', mayLeave: false });
    expect(await stateOf(student, id)).toEqual({ enrolled: false, way: 'OPEN' });
    expect(await isOffered(student, id)).toBe(true);
    expect((await enroll(student, id)).status).toBe(200);
    expect(await stateOf(student, id)).toEqual({ enrolled: true, way: 'OPEN' });
  });

  it('rejects enrollment, is not offered and keeps its students if it is closed', async () => {
    const { teacher, student, id } = await begin();
    const late = world.people.student();
    await enroll(student, id);
    expect((await choose(teacher, id, { mode: 'CLOSED' })).body).toEqual({ mode: 'CLOSED', mayLeave: false });
    expect(await isOffered(late, id)).toBe(false);
    expect(await stateOf(late, id)).toEqual({ enrolled: false, way: 'CLOSED' });
    expect(await enroll(late, id)).toMatchObject({
      status: 403,
      body: {
        code: 'enrollment_closed',
        error: 'This course is not open for enrollment. Ask your teacher to add you.',
      },
    });
    expect((await enroll(student, id)).body.studentCount).toBe(1);
  });

  it('admits nobody if a newer release set its mode', async () => {
    const { student, id } = await begin('CLOSED');
    await world.database
      .collection('courses')
      .updateOne({ _id: new Types.ObjectId(id) }, { $set: { enrollmentMode: 'LOTTERY' } });
    expect((await enroll(student, id)).status).toBe(403);
    expect((await stateOf(student, id)).way).toBe('CLOSED');
  });

  it('reveals its enrollment settings only to its teacher', async () => {
    const { teacher, student, id, settings } = await begin('KEY');
    const { token } = await invite(teacher, id);
    await enroll(student, id, settings?.key);
    const calls = [
      ['GET', '/enrollment-settings'],
      ['PUT', '/enrollment-settings', { mode: 'OPEN', mayLeave: true }],
      ['POST', '/invitation', {}],
      ['DELETE', '/invitation'],
      ['DELETE', `/students/${student.id}`],
      ['POST', `/students/${student.id}/restore`],
      ['GET', '/former-students'],
    ] as const;
    for (const [method, path, body] of calls) {
      const at = `/api/courses/${id}${path}`;
      expect({ method, path, ...(await ask(world.people.teacher(), method, at, body)) }).toMatchObject({
        status: 404,
      });
      expect({ method, path, ...(await ask(student, method, at, body)) }).toMatchObject({ status: 403 });
    }
    const seen = JSON.stringify([
      await ask(student, 'GET', `/api/courses/${id}`),
      await ask(student, 'GET', '/api/courses'),
      await ask(student, 'GET', '/api/courses/my-data'),
      await ask(student, 'GET', `/api/courses/${id}/enrollment`),
      await ask(world.people.student(), 'GET', '/api/courses/available/all?limit=500'),
      await call(world.url(), 'GET', `/internal/courses/${id}`, { token: world.internalToken }),
      world.heard,
    ]);
    expect(settings?.key).toMatch(/^[0-9A-Z]{8}$/);
    for (const secret of [settings?.key ?? '', token]) expect(seen).not.toContain(secret);
    expect((await enroll(student, id)).body.studentCount).toBe(1);
  });

  it.each([
    ['a missing mode', {}],
    ['an unknown mode', { mode: 'LOTTERY' }],
    ['text as the request for a new key', { mode: 'KEY', newKey: 'sommer' }],
    ['text as a flag', { mode: 'OPEN', mayLeave: 'yes' }],
  ])('is not changed by %s', async (_what, choice) => {
    const { teacher, id } = await begin();
    expect(await choose(teacher, id, choice)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    const { body } = await ask(teacher, 'GET', `/api/courses/${id}/enrollment-settings`);
    expect(body).toEqual({ mode: 'OPEN', mayLeave: false });
  });
});

describe('an enrollment key', () => {
  it('admits students who type it, ignoring case and spaces', async () => {
    const { student, id, settings } = await begin('KEY');
    const { key = '' } = settings ?? {};
    expect(key).toMatch(/^[0-9A-Z]{8}$/);
    expect(await isOffered(student, id)).toBe(true);
    expect(await stateOf(student, id)).toEqual({ enrolled: false, way: 'KEY' });
    expect(await enroll(student, id)).toMatchObject({
      status: 403,
      body: { code: 'enrollment_key_required', error: 'Enter the enrollment key of this course.' },
    });
    expect(await enroll(student, id, `${key}0`)).toMatchObject({
      status: 403,
      body: { code: 'wrong_enrollment_key', error: 'This enrollment key is wrong.' },
    });
    expect((await enroll(student, id, ` ${key.slice(0, 4)} ${key.slice(4).toLowerCase()}`)).status).toBe(200);
  });

  it('cannot be chosen by the teacher, because words can be guessed', async () => {
    const { teacher, student, id } = await begin('KEY');
    const { body } = await choose(teacher, id, { mode: 'KEY', key: 'sommer2026' });
    expect(body.key).toMatch(/^[0-9A-Z]{8}$/);
    expect(await enroll(student, id, 'sommer2026')).toMatchObject({ body: { code: 'wrong_enrollment_key' } });
  });

  it('survives a temporary change of the mode, but is invalid once replaced', async () => {
    const { teacher, student, id, settings } = await begin('KEY');
    const first = settings?.key ?? '';
    await choose(teacher, id, { mode: 'CLOSED' });
    expect((await enroll(student, id, first)).status).toBe(403);
    expect((await choose(teacher, id, { mode: 'KEY' })).body.key).toBe(first);
    const { key } = (await choose(teacher, id, { mode: 'KEY', newKey: true })).body;
    expect(key).not.toBe(first);
    expect((await enroll(student, id, first)).status).toBe(403);
    expect((await enroll(student, id, key)).status).toBe(200);
  });

  it('cannot be guessed: ten wrong attempts, even concurrent or in several courses, block a student for a while', async () => {
    const { student, id, settings } = await begin('KEY');
    const other = await begin('KEY');
    // Creates the person's counter; concurrent first attempts might otherwise be counted separately.
    await enroll(student, id, 'guess');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => enroll(student, n % 2 ? id : other.id, `guess ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(9);
    const stopped = await enroll(student, id, settings?.key);
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_keys' } });
    expect(stopped.body.error).toMatch(/^Too many wrong enrollment keys\. Try again in \d+ min\.$/);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await stateOf(student, id)).enrolled).toBe(false);
    const neighbor = world.people.student();
    expect((await enroll(neighbor, id, settings?.key)).status).toBe(200);
  });
});

describe('an enrollment key under attack from many accounts', () => {
  it('still admits students who know it', async () => {
    const { student, id, settings } = await begin('KEY');
    for (let people = 0; people < 25; people += 1) {
      const stranger = world.people.student();
      await Promise.all(Array.from({ length: 10 }, (_, n) => enroll(stranger, id, `guess ${n}`)));
    }
    expect((await enroll(student, id, settings?.key)).status).toBe(200);
  });
});

describe('an invitation link', () => {
  it('shows the course and enrolls a student', async () => {
    const { teacher, student, id } = await begin('INVITATION');
    expect(await isOffered(student, id)).toBe(false);
    expect(await enroll(student, id)).toMatchObject({ status: 403, body: { code: 'invitation_required' } });
    const { status, token, settings } = await invite(teacher, id);
    expect(status).toBe(201);
    expect(token).toMatch(/^[\w-]{22}$/);
    const days = (Date.parse(settings.invitation?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);

    const look = async () => (await ask(student, 'GET', `/api/courses/invitations/${token}`)).body;
    expect(await look()).toMatchObject({ course: { _id: id, ...samples.newCourse }, enrolled: false });
    for (let times = 0; times < 2; times += 1)
      expect(await accept(student, token)).toMatchObject({ status: 200, body: { studentCount: 1 } });
    expect(await look()).toMatchObject({ enrolled: true });
    expect(JSON.stringify(await look())).not.toContain(student.id);
  });

  it('is invalid once it is revoked, replaced or expired', async () => {
    const { teacher, student, id } = await begin('INVITATION');
    const [first, second] = [await invite(teacher, id), await invite(teacher, id, { days: 1 })];
    const refusal = {
      status: 404,
      body: {
        code: 'invitation_invalid',
        error: 'This invitation link is no longer valid. Ask your teacher for a new one.',
      },
    };
    expect(await accept(student, first.token)).toMatchObject(refusal);
    await world.database
      .collection('enrollmentaccess')
      .updateOne({ _id: id as never }, { $set: { 'invitation.expiresAt': new Date() } });
    expect(await accept(student, second.token)).toMatchObject(refusal);
    const old = await ask(teacher, 'GET', `/api/courses/${id}/enrollment-settings`);
    expect(old.body).not.toHaveProperty('invitation');

    const third = await invite(teacher, id);
    const { body } = await ask(teacher, 'DELETE', `/api/courses/${id}/invitation`);
    expect(body).not.toHaveProperty('invitation');
    expect(await accept(student, third.token)).toMatchObject(refusal);
    expect(await accept(student, 'A'.repeat(22))).toMatchObject(refusal);
    expect((await accept(student, '$ne')).status).toBe(400);
    expect((await stateOf(student, id)).enrolled).toBe(false);
  });

  it('replaces the key, but does not work for a closed or archived course', async () => {
    const { teacher, student, id } = await begin('KEY');
    const { token } = await invite(teacher, id);
    await choose(teacher, id, { mode: 'CLOSED' });
    expect((await accept(student, token)).status).toBe(404);
    await choose(teacher, id, { mode: 'KEY' });
    await ask(teacher, 'POST', `/api/courses/${id}/archive`);
    expect((await accept(student, token)).status).toBe(404);
    await ask(teacher, 'POST', `/api/courses/${id}/restore`);
    expect((await accept(student, token)).status).toBe(200);
  });

  it.each([{ days: 0 }, { days: 181 }, { days: 1.5 }, { days: '7' }])(
    'cannot be created for %j',
    async (body) => {
      const { teacher, id } = await begin('INVITATION');
      expect((await invite(teacher, id, body)).status).toBe(400);
    },
  );

  it('can be used only by students', async () => {
    const { teacher, id } = await begin('INVITATION');
    const { token } = await invite(teacher, id);
    expect((await accept(teacher, token)).status).toBe(403);
    expect((await call(world.url(), 'GET', `/api/courses/invitations/${token}`)).status).toBe(401);
  });
});

describe('a removed student', () => {
  const remove = (teacher: Person, id: string, student: { id: string }) =>
    ask(teacher, 'DELETE', `/api/courses/${id}/students/${student.id}`);
  const restore = (teacher: Person, id: string, student: { id: string }) =>
    ask(teacher, 'POST', `/api/courses/${id}/students/${student.id}/restore`);
  const former = async (teacher: Person, id: string, query = '') =>
    (
      await call<{ student: { _id: string }; ended: string }[]>(
        world.url(),
        'GET',
        `/api/courses/${id}/former-students${query}`,
        { token: teacher.token },
      )
    ).body;

  it('no longer counts, and can return only through the teacher', async () => {
    const { teacher, student, id } = await begin();
    await enroll(student, id);
    for (let times = 0; times < 2; times += 1) expect((await remove(teacher, id, student)).status).toBe(204);
    expect(await ask<Course>(teacher, 'GET', `/api/courses/${id}`)).toMatchObject({
      body: { studentCount: 0, students: [] },
    });
    expect((await ask(student, 'GET', `/api/courses/${id}`)).status).toBe(404);
    expect(await former(teacher, id)).toMatchObject([{ student: { _id: student.id }, ended: 'REMOVED' }]);

    const refusal = { status: 403, body: { code: 'enrollment_removed' } };
    expect(await isOffered(student, id)).toBe(false);
    expect(await stateOf(student, id)).toEqual({ enrolled: false, way: 'REMOVED' });
    expect(await enroll(student, id)).toMatchObject(refusal);
    const { token } = await invite(teacher, id);
    expect(await accept(student, token)).toMatchObject(refusal);
    const { settings } = { settings: (await choose(teacher, id, { mode: 'KEY' })).body };
    expect(await enroll(student, id, settings.key)).toMatchObject(refusal);

    for (let times = 0; times < 2; times += 1) expect((await restore(teacher, id, student)).status).toBe(204);
    expect(await stateOf(student, id)).toMatchObject({ enrolled: true });
    expect(await former(teacher, id)).toEqual([]);
  });

  it('was a member of the course, because others can be neither removed nor restored', async () => {
    const { teacher, student, id } = await begin();
    for (const change of [remove, restore]) {
      expect(await change(teacher, id, student)).toMatchObject({ status: 404 });
      expect((await change(teacher, id, { id: '$ne' })).status).toBe(400);
    }
    expect(await stateOf(student, id)).toMatchObject({ enrolled: false });
  });

  it('is listed with other former members, in pages', async () => {
    const { teacher, id } = await begin();
    const students = [world.people.student(), world.people.student(), world.people.student()];
    for (const student of students) {
      await enroll(student, id);
      await remove(teacher, id, student);
    }
    const seen: string[] = [];
    let path: string | undefined = `/api/courses/${id}/former-students?limit=2`;
    while (path) {
      const { body, headers }: { body: { student: { _id: string } }[]; headers: Headers } = await call<
        { student: { _id: string } }[]
      >(world.url(), 'GET', path, { token: teacher.token });
      seen.push(...body.map(({ student }) => student._id));
      path = /<(.*)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(students.map((student) => student.id));
  });
});

describe('a student', () => {
  const leave = (student: Person, id: string) => ask(student, 'POST', `/api/courses/${id}/leave`);

  it('can leave if the course allows it, and return', async () => {
    const { teacher, student, id } = await begin();
    await enroll(student, id);
    expect(await leave(student, id)).toMatchObject({
      status: 403,
      body: {
        code: 'leaving_not_allowed',
        error: 'You cannot leave this course yourself. Ask your teacher.',
      },
    });
    expect((await choose(teacher, id, { mode: 'OPEN', mayLeave: true })).body.mayLeave).toBe(true);
    expect((await ask<Course>(student, 'GET', `/api/courses/${id}`)).body.mayLeave).toBe(true);
    for (let times = 0; times < 2; times += 1) expect((await leave(student, id)).status).toBe(204);
    expect(await stateOf(student, id)).toEqual({ enrolled: false, way: 'OPEN' });
    expect((await enroll(student, id)).status).toBe(200);
  });

  it('can still be removed after leaving, and can leave only a course that they are in', async () => {
    const { teacher, student, id } = await begin();
    await choose(teacher, id, { mode: 'OPEN', mayLeave: true });
    expect((await leave(student, id)).status).toBe(404);
    await enroll(student, id);
    await leave(student, id);
    await ask(teacher, 'DELETE', `/api/courses/${id}/students/${student.id}`);
    expect(await enroll(student, id)).toMatchObject({ status: 403, body: { code: 'enrollment_removed' } });
  });
});
