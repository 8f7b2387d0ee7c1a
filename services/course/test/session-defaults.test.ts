import type { Course } from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([courseChanged]);
});
afterAll(() => world.close());

const ask = ({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Course & { code?: string }>(world.url(), method, path, { token, body });
const create = async (teacher: Person) => {
  const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
  return (await ask(teacher, 'POST', '/api/courses', body)).body;
};
const update = (person: Person, id: string, body: unknown) =>
  ask(person, 'PATCH', `/api/courses/${id}`, body);
const announcementsOf = (id: string) =>
  world.heard.filter(({ key }) => key === id).map(({ payload }) => courseChanged.payload.parse(payload));

describe('the session defaults of a course', () => {
  it('are chosen by its teacher and published', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    const sessionDefaults = { requirePin: true, networks: ['10.20.0.0/16', '2001:db8::/32'] };
    const { status, body } = await update(teacher, _id, { sessionDefaults });
    expect(status).toBe(200);
    expect(body.sessionDefaults).toEqual(sessionDefaults);
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).toEqual(body);
    expect((await ask(teacher, 'GET', '/api/courses')).body).toEqual([body]);
    await eventually(() =>
      expect(announcementsOf(_id).at(-1)).toMatchObject({ sessionDefaults, version: 2 }),
    );
  });

  it.each([0, 15, 600])(
    'may contain a late threshold of %i minutes, which is also published',
    async (lateAfterMinutes) => {
      const teacher = world.people.teacher();
      const { _id } = await create(teacher);
      const sessionDefaults = { requirePin: true, lateAfterMinutes };
      const { body } = await update(teacher, _id, { sessionDefaults });
      expect(body.sessionDefaults).toEqual(sessionDefaults);
      await eventually(() => expect(announcementsOf(_id).at(-1)).toMatchObject({ sessionDefaults }));
      const { body: edited } = await ask(teacher, 'PUT', `/api/courses/${_id}`, {
        name: 'Algorithms II',
        code: 'CS202',
        semester: 4,
        version: body.version,
      });
      expect(edited).toMatchObject({ code: 'CS202', sessionDefaults });
    },
  );

  it('are replaced as a whole', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    await update(teacher, _id, { sessionDefaults: { requirePin: true, networks: ['10.0.0.0/8'] } });
    await update(teacher, _id, { sessionDefaults: { requireSelfie: false } });
    const stored = async () => (await ask(teacher, 'GET', `/api/courses/${_id}`)).body.sessionDefaults;
    expect(await stored()).toEqual({ requireSelfie: false });
    expect((await update(teacher, _id, { sessionDefaults: {} })).body.sessionDefaults).toEqual({});
    expect((await stored()) ?? {}).toEqual({});
    await eventually(() => expect(announcementsOf(_id).at(-1)?.version).toBe(4));
    expect(announcementsOf(_id).at(-1)?.sessionDefaults ?? {}).toEqual({});
  });

  it('equal the complete choice of one page if two pages save concurrently', async () => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    const choices = [
      { requirePin: true, requireDevice: true },
      { requireSelfie: true, requirePasskey: true },
    ];
    const answers = await Promise.all(
      choices.map((sessionDefaults) => update(teacher, _id, { sessionDefaults })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(choices).toContainEqual((await ask(teacher, 'GET', `/api/courses/${_id}`)).body.sessionDefaults);
    await eventually(() => expect(announcementsOf(_id).at(-1)?.version).toBe(3));
  });

  it('cannot be seen or changed by anyone else', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const { _id } = await create(teacher);
    const sessionDefaults = { networks: ['10.20.0.0/16'] };
    await update(teacher, _id, { sessionDefaults });
    await ask(student, 'POST', `/api/courses/${_id}/enroll`);
    const { body: seen } = await ask(student, 'GET', `/api/courses/${_id}`);
    expect(seen._id).toBe(_id);
    expect(seen).not.toHaveProperty('sessionDefaults');

    const wish = { sessionDefaults: { networks: [] } };
    expect(await update(student, _id, wish)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    for (const id of [_id, '66f000000000000000000c01'])
      expect(await update(world.people.teacher(), id, wish)).toMatchObject({
        status: 404,
        body: { error: 'Course not found', code: 'not_found' },
      });
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body.sessionDefaults).toEqual(sessionDefaults);
  });

  it.each([
    ['nothing', undefined],
    ['an empty choice', {}],
    ['null', { sessionDefaults: null }],
    ['text as a flag', { sessionDefaults: { requirePin: 'yes' } }],
    ['a query operator', { sessionDefaults: { requirePin: { $ne: false } } }],
    ['a network without a prefix length', { sessionDefaults: { networks: ['10.20.0.1'] } }],
    ['an invalid network', { sessionDefaults: { networks: ['10.20.0.0/33'] } }],
    ['a network instead of a list', { sessionDefaults: { networks: '10.20.0.0/16' } }],
    ['a negative late threshold', { sessionDefaults: { lateAfterMinutes: -1 } }],
    ['a late threshold of more than ten hours', { sessionDefaults: { lateAfterMinutes: 601 } }],
    ['a late threshold of half a minute', { sessionDefaults: { lateAfterMinutes: 0.5 } }],
    ['text as the late threshold', { sessionDefaults: { lateAfterMinutes: '15' } }],
    ['null as the late threshold', { sessionDefaults: { lateAfterMinutes: null } }],
    ['too many networks', { sessionDefaults: { networks: Array(51).fill('::/0') } }],
  ])('are not changed by %s', async (_what, body) => {
    const teacher = world.people.teacher();
    const { _id } = await create(teacher);
    expect(await update(teacher, _id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect((await ask(teacher, 'GET', `/api/courses/${_id}`)).body).not.toHaveProperty('sessionDefaults');
  });

  it('are the only thing that the route changes', async () => {
    const teacher = world.people.teacher();
    const course = await create(teacher);
    const sessionDefaults = { requirePin: true };
    const wish = { sessionDefaults, name: 'Other', teacherId: world.people.teacher().id, teacher: 'x' };
    expect((await update(teacher, course._id, wish)).body).toEqual({
      ...course,
      sessionDefaults,
      version: 2,
    });
  });
});
