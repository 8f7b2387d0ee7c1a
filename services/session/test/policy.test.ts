import {
  NO_CHECKS,
  OPEN_POLICY,
  type SessionDefaults,
  type SessionDefaultsChoice,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import { courseChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person, startInProcess } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const institution: SessionPolicy = { ...OPEN_POLICY, requirePin: true, networks: ['10.0.0.0/8'] };
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({
    SESSION_REQUIRED_CHECKS: ' pin , ',
    SESSION_ALLOWED_NETWORKS: '10.0.0.0/8',
  });
  room = createClass(world);
});
afterAll(() => world.close());

const giveCourse = (teacher: Person, sessionDefaults: SessionDefaultsChoice = {}, version = 1): string => {
  const courseId = room.giveCourse(teacher);
  const course = { ...samples.courseChanged, id: courseId, teacherId: teacher.id, sessionDefaults, version };
  world.neighbors.courses.set(courseId, course);
  return courseId;
};
const create = (teacher: Person, courseId: string, policy?: object) =>
  room.create(teacher, room.newSession(courseId, policy ? { policy } : {}));
const defaults = ({ token }: Person, courseId: string) =>
  call<SessionDefaults>(world.url(), 'GET', `/api/sessions/defaults?courseId=${courseId}`, { token });

describe('the checks of a session', () => {
  it("are the institution's by default", async () => {
    const teacher = world.people.teacher();
    const courseId = giveCourse(teacher);
    expect((await defaults(teacher, courseId)).body).toEqual({
      ...institution,
      floor: NO_CHECKS,
      lateAfterMinutes: 10,
    });
    expect((await create(teacher, courseId)).body.policy).toEqual(institution);
  });

  it('default to those of the course, and then to those of the institution', async () => {
    const teacher = world.people.teacher();
    const courseId = giveCourse(teacher, { requireDevice: true, requireSelfie: true, networks: [] });
    const byCourse = { ...institution, requireDevice: true, requireSelfie: true, networks: [] };
    expect(await defaults(teacher, courseId)).toMatchObject({ status: 200, body: byCourse });
    const { body } = await create(teacher, courseId, { requireSelfie: false, networks: ['2001:db8::/32'] });
    const policy = { ...byCourse, requireSelfie: false, networks: ['2001:db8::/32'] };
    expect(body.policy).toEqual(policy);
    expect((await room.get(teacher, body._id)).body.policy).toEqual(policy);
    expect((await room.list(teacher)).body[0]?.policy).toEqual(policy);
  });

  it('are published, including when the session ends', async () => {
    const teacher = world.people.teacher();
    const { body } = await create(teacher, giveCourse(teacher), { requirePasskey: true });
    await room.end(teacher, body._id);
    const policy = { ...institution, requirePasskey: true };
    await eventually(() =>
      expect(world.lastSeen(body._id).at(-1)?.session).toMatchObject({ active: false, policy }),
    );
  });

  it('are returned to students who scan, except for the networks', async () => {
    const teacher = world.people.teacher();
    const courseId = giveCourse(teacher);
    const { body: session } = await create(teacher, courseId, { requireDevice: true });
    const student = world.people.student();
    room.giveEnrollment(student, courseId);
    const { body } = await room.verify(student, session.qrCode);
    const { networks: _networks, ...checks } = institution;
    expect(body.requires).toEqual({ ...checks, requireDevice: true });
    const seen = [body, (await room.get(student, session._id)).body, (await room.list(student)).body];
    expect(JSON.stringify(seen)).not.toMatch(/networks|10\.0\.0\.0/);
  });

  it('use the newest version of the course, even before its event arrives', async () => {
    const teacher = world.people.teacher();
    const courseId = giveCourse(teacher);
    await create(teacher, courseId);
    const course = { ...samples.courseChanged, id: courseId, teacherId: teacher.id };
    world.neighbors.courses.set(courseId, {
      ...course,
      sessionDefaults: { requireSelfie: true },
      version: 2,
    });
    expect((await create(teacher, courseId)).body.policy).toEqual({ ...institution, requireSelfie: true });

    // The owner's answer is older than an event, so the newest version counts.
    const changed = { ...course, sessionDefaults: { requirePasskey: true }, version: 3 };
    await world.bus.publish(createEvent(courseChanged, courseId, changed));
    await eventually(async () =>
      expect((await defaults(teacher, courseId)).body).toEqual({
        ...institution,
        requirePasskey: true,
        floor: NO_CHECKS,
        lateAfterMinutes: 10,
      }),
    );
  });

  it('can be read and chosen only by the course’s teacher', async () => {
    const courseId = giveCourse(world.people.teacher());
    for (const id of [courseId, newId()])
      expect(await defaults(world.people.teacher(), id)).toMatchObject({
        status: 404,
        body: { error: 'Course not found' },
      });
    expect(await defaults(world.people.student(), courseId)).toMatchObject({ status: 403 });
    expect(await defaults(world.people.teacher(), '$ne')).toMatchObject({ status: 400 });
  });

  it.each([
    ['text as a flag', { requirePin: 'false' }],
    ['null', null],
    ['an invalid network', { networks: ['10.0.0.0/64'] }],
    ['a query operator', { networks: { $ne: [] } }],
  ])('are rejected if they contain %s', async (_what, policy) => {
    const teacher = world.people.teacher();
    const body = { ...room.newSession(giveCourse(teacher)), policy };
    expect((await room.create(teacher, body)).status).toBe(400);
    expect((await room.list(teacher)).body).toEqual([]);
  });
});

describe('the late threshold of a session', () => {
  const lateOf = async (teacher: Person, courseId: string, more: object = {}) =>
    (await room.create(teacher, room.newSession(courseId, more))).body.lateAfterMinutes;

  it('defaults to that of the course, and then to 10 minutes', async () => {
    const teacher = world.people.teacher();
    const [plain, strict, never] = [
      giveCourse(teacher),
      giveCourse(teacher, { lateAfterMinutes: 5 }),
      giveCourse(teacher, { lateAfterMinutes: 0, requireSelfie: true }),
    ];
    expect(await lateOf(teacher, plain)).toBe(10);
    expect(await lateOf(teacher, strict)).toBe(5);
    expect(await lateOf(teacher, never)).toBe(0);
    expect(await lateOf(teacher, strict, { lateAfterMinutes: 20 })).toBe(20);
    expect(await lateOf(teacher, strict, { lateAfterMinutes: 0 })).toBe(0);
    expect((await defaults(teacher, never)).body).toEqual({
      ...institution,
      requireSelfie: true,
      floor: NO_CHECKS,
      lateAfterMinutes: 0,
    });
  });

  it('is not part of the checks', async () => {
    const teacher = world.people.teacher();
    const { body } = await create(teacher, giveCourse(teacher, { lateAfterMinutes: 5 }));
    expect(body.policy).toEqual(institution);
  });

  it('is never null', async () => {
    const teacher = world.people.teacher();
    const body = { ...room.newSession(giveCourse(teacher)), lateAfterMinutes: null };
    expect((await room.create(teacher, body)).status).toBe(400);
    expect((await room.list(teacher)).body).toEqual([]);
  });
});

describe('while the course service is unavailable', () => {
  it('a session uses the last known defaults of its course', async () => {
    const teacher = world.people.teacher();
    const courseId = giveCourse(teacher, { requireDevice: true });
    await create(teacher, courseId);
    await world.neighbors.close();
    expect((await create(teacher, courseId)).body.policy).toEqual({ ...institution, requireDevice: true });
  });
});

describe('a service', () => {
  it.each([
    ['SESSION_REQUIRED_CHECKS', 'pin,iris'],
    ['SESSION_ALLOWED_NETWORKS', '10.0.0.0/8,10.1'],
    ['SESSION_ALLOWED_NETWORKS', Array.from({ length: 51 }, () => '::/0').join(',')],
  ])('does not start with an invalid %s, and names the setting', async (variable, value) => {
    const start = startInProcess('session', { ...world.environment, [variable]: value });
    await expect(start).rejects.toThrow(new RegExp(`${variable} is wrong \\(must be .*\\)`));
  });
});
