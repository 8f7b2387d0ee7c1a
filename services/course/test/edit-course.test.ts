import { newCourseSchema, type Course, type NewCourse } from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged]);
});
afterAll(() => world.close());

type Answer = Course & { code?: string; error?: string };
const ask = ({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Answer>(world.url(), method, path, { token, body });
const create = async (teacher: Person, more: object = {}) =>
  (await ask(teacher, 'POST', '/api/courses', { ...samples.newCourse, ...more })).body;
const edit = (person: Person, id: string, body: unknown) => ask(person, 'PUT', `/api/courses/${id}`, body);
const list = async ({ token }: Person, path = '/api/courses') =>
  (await call<Course[]>(world.url(), 'GET', path, { token })).body;
const announcementsOf = (id: string) =>
  world.heard.filter(({ key }) => key === id).map(({ payload }) => courseChanged.payload.parse(payload));
const other: typeof samples.newCourse = { name: 'Data Structures', code: 'CS202', section: 'B', semester: 4 };

describe('the details of a course', () => {
  it('are changed as a whole and published', async () => {
    const teacher = world.people.teacher();
    const { _id, version } = await create(teacher);
    const { status, body } = await edit(teacher, _id, { ...other, version });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...other, version: 2 });
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).toEqual(body);
    await eventually(() => expect(announcementsOf(_id).at(-1)).toMatchObject({ ...other, version: 2 }));
  });

  it('lose each optional field that the request omits', async () => {
    const teacher = world.people.teacher();
    const { _id, version } = await create(teacher);
    const isOptional = (field: string) =>
      newCourseSchema.shape[field as keyof NewCourse].safeParse(undefined).success;
    const required = Object.entries(samples.newCourse).filter(([field]) => !isOptional(field));
    const { body } = await edit(teacher, _id, { ...Object.fromEntries(required), version });
    expect(body).toMatchObject(Object.fromEntries(required));
    for (const field of Object.keys(samples.newCourse).filter(isOptional))
      expect(body).not.toHaveProperty(field);
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).toEqual(body);
  });

  it('lose the section if the request omits it, and keep the session defaults', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    await ask(teacher, 'PATCH', `/api/courses/${_id}`, { sessionDefaults: { requirePin: true } });
    const { section: _section, ...without } = other;
    const { body } = await edit(teacher, _id, { ...without, version: 2 });
    expect(body).toMatchObject({ ...without, sessionDefaults: { requirePin: true } });
    expect(body).not.toHaveProperty('section');
    await eventually(() => expect(announcementsOf(_id).at(-1)?.version).toBe(3));
    expect(announcementsOf(_id).at(-1)).not.toHaveProperty('section');
  });

  it('are not overwritten if they were changed in another window', async () => {
    const teacher = world.people.teacher();
    const { _id, version } = await create(teacher);
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => edit(teacher, _id, { ...other, name, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'course_changed',
      error: 'This course was changed in another window. Reload the page before you change it.',
    });
    const written = answers.find(({ status }) => status === 200);
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).toEqual(written?.body);
  });

  it('cannot duplicate the code and section of another course', async () => {
    const teacher = world.people.teacher();
    await create(teacher);
    const { _id, version } = await create(teacher, other);
    expect(await edit(teacher, _id, { ...samples.newCourse, version })).toMatchObject({
      status: 409,
      body: { code: 'course_exists', error: 'You already have a course with this code and section.' },
    });
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).toMatchObject({ ...other, version: 1 });
  });

  it.each([
    ['no version', other],
    ['a version of 0', { ...other, version: 0 }],
    ['a query operator as the version', { ...other, version: { $gt: 0 } }],
    ['an empty name', { ...other, name: ' ', version: 1 }],
    ['a semester out of range', { ...other, semester: 9, version: 1 }],
    ['a query operator as the code', { ...other, code: { $ne: '' }, version: 1 }],
  ])('are not changed by %s', async (_what, body) => {
    const teacher = world.people.teacher();
    const course = await create(teacher);
    expect(await edit(teacher, course._id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect((await ask(teacher, 'GET', `/api/courses/${course._id}`)).body).toEqual(course);
  });

  it('can be changed, archived or deleted only by its own teacher', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const course = await create(teacher);
    await ask(student, 'POST', `/api/courses/${course._id}/enroll`);
    const calls = [
      ['PUT', '', { ...other, version: 1 }],
      ['POST', '/archive'],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const;
    for (const [method, path, body] of calls) {
      const at = `/api/courses/${course._id}${path}`;
      expect(await ask(world.people.teacher(), method, at, body)).toMatchObject({ status: 404 });
      expect(await ask(student, method, at, body)).toMatchObject({ status: 403 });
    }
    expect((await ask(teacher, 'GET', `/api/courses/${course._id}`)).body).toMatchObject({
      ...samples.newCourse,
    });
    const seen = (await ask(student, 'GET', `/api/courses/${course._id}`)).body;
    expect(seen).not.toHaveProperty('version');
  });
});

describe('an archived course', () => {
  it('is not offered to students, remains with its current ones, and can be restored', async () => {
    const [teacher, member, late] = [world.people.teacher(), world.people.student(), world.people.student()];
    const { _id } = await create(teacher);
    await ask(member, 'POST', `/api/courses/${_id}/enroll`);
    const offered = async () =>
      (await list(late, '/api/courses/available/all?limit=500')).some((one) => one._id === _id);
    expect(await offered()).toBe(true);

    for (let times = 0; times < 2; times += 1)
      expect(await ask(teacher, 'POST', `/api/courses/${_id}/archive`)).toMatchObject({
        status: 200,
        body: { archived: true, version: 2, studentCount: 1 },
      });
    expect(await offered()).toBe(false);
    expect(await ask(late, 'POST', `/api/courses/${_id}/enroll`)).toMatchObject({
      status: 403,
      body: { code: 'enrollment_archived', error: 'This course is archived. Ask your teacher.' },
    });
    expect((await ask(member, 'POST', `/api/courses/${_id}/enroll`)).status).toBe(200);
    expect(await list(member)).toMatchObject([{ _id, archived: true }]);
    expect(await list(teacher)).toMatchObject([{ _id, archived: true }]);
    await eventually(() => expect(announcementsOf(_id).at(-1)).toMatchObject({ archived: true, version: 2 }));

    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await ask(teacher, 'POST', `/api/courses/${_id}/restore`);
      expect({ status, version: body.version }).toEqual({ status: 200, version: 3 });
      expect(body).not.toHaveProperty('archived');
    }
    expect((await ask(late, 'POST', `/api/courses/${_id}/enroll`)).status).toBe(200);
  });

  it('frees its code for another course, and can be restored once one of the two is renamed', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    await ask(teacher, 'POST', `/api/courses/${_id}/archive`);
    const next = await create(teacher);
    expect(next._id).not.toBe(_id);
    expect(await ask(teacher, 'POST', `/api/courses/${_id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'course_exists' },
    });
    await edit(teacher, next._id, { ...other, version: 1 });
    expect((await ask(teacher, 'POST', `/api/courses/${_id}/restore`)).status).toBe(200);
  });
});

describe('a course', () => {
  it('cannot be deleted while the session service is unavailable', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    expect((await ask(teacher, 'DELETE', `/api/courses/${_id}`)).status).toBe(503);
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).status).toBe(200);
  });
});
