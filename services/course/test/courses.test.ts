import type { Course } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

const algorithms = samples.newCourse;
const create = (teacher: Person, course: object = algorithms) =>
  call<Course>(world.url(), 'POST', '/api/courses', { token: teacher.token, body: course });
const list = async (person: Person, path = '/api/courses') =>
  (await call<Course[]>(world.url(), 'GET', path, { token: person.token })).body;
const enroll = (student: Person, id: string) =>
  call<Course>(world.url(), 'POST', `/api/courses/${id}/enroll`, { token: student.token });

describe('a teacher', () => {
  it('creates a course and sees it among their courses, unlike other teachers', async () => {
    const teacher = world.people.teacher();
    const { status, body } = await create(teacher);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...algorithms, studentCount: 0, students: [] });
    expect(body.teacher._id).toBe(teacher.id);
    expect(await list(teacher)).toEqual([body]);
    expect(await list(world.people.teacher())).toEqual([]);
  });

  it('may omit the section or leave it empty', async () => {
    const teacher = world.people.teacher();
    const { body } = await create(teacher, { name: 'Logic', code: 'M1', section: '', semester: '2' });
    expect(body).toMatchObject({ name: 'Logic', code: 'M1', semester: 2 });
    expect(body.section).toBeUndefined();
  });

  it.each([
    ['with a section', algorithms],
    ['without a section', { name: 'Logic', code: 'M1', semester: 2 }],
  ])('can create a course %s only once, even with concurrent requests', async (_case, course) => {
    const teacher = world.people.teacher();
    const answers = await Promise.all([create(teacher, course), create(teacher, course)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const again = await create(teacher, course);
    expect(again.body).toMatchObject({ error: 'You already have a course with this code and section.' });
    expect(await list(teacher)).toHaveLength(1);
    expect((await create(world.people.teacher(), course)).status).toBe(201);
    expect((await create(teacher, { ...course, section: 'other' })).status).toBe(201);
  });

  it('pages through the courses by code', async () => {
    const teacher = world.people.teacher();
    const codes = ['A', 'B', 'C', 'D', 'E'];
    for (const code of codes.toReversed()) await create(teacher, { name: 'Any', code, semester: 1 });
    const seen: string[] = [];
    let path: string | undefined = '/api/courses?limit=2';
    while (path !== undefined) {
      const { body, headers }: { body: Course[]; headers: Headers } = await call<Course[]>(
        world.url(),
        'GET',
        path,
        { token: teacher.token },
      );
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ code }) => code));
      path = nextPage(headers);
    }
    expect(seen).toEqual(codes);
  });
});

describe('a student', () => {
  it('enrolls in an available course and then sees it among their courses', async () => {
    const teacher = world.people.teacher();
    const student = world.people.student();
    const { body: course } = await create(teacher);
    const available = async () => {
      const ids: string[] = [];
      for (const { _id } of await list(student, '/api/courses/available/all?limit=500')) ids.push(_id);
      return ids;
    };
    expect(await list(student)).toEqual([]);
    expect(await available()).toContain(course._id);

    const { status, body } = await enroll(student, course._id);
    expect(status).toBe(200);
    expect(body.studentCount).toBe(1);
    expect(await list(student)).toEqual([body]);
    expect(await available()).not.toContain(course._id);
  });

  it('never sees the other enrolled students, unlike the teacher', async () => {
    const teacher = world.people.teacher();
    const [grace, alan] = [world.people.student(), world.people.student()];
    const { body: course } = await create(teacher);
    await enroll(grace, course._id);
    const { body } = await enroll(alan, course._id);
    expect(body.studentCount).toBe(2);
    expect(body).not.toHaveProperty('students');
    for (const seen of await list(alan)) expect(seen).not.toHaveProperty('students');
    for (const seen of await list(world.people.student(), '/api/courses/available/all?limit=500'))
      expect(seen).not.toHaveProperty('students');
    const [own] = await list(teacher);
    expect(own).toMatchObject({ studentCount: 2, students: [grace.id, alan.id] });
  });

  it('is enrolled once, however many requests are concurrent', async () => {
    const student = world.people.student();
    const { body: course } = await create(world.people.teacher());
    const answers = await Promise.all(Array.from({ length: 12 }, () => enroll(student, course._id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const stored = await world.database.collection('enrollments').find({ studentId: student.id }).toArray();
    expect(stored).toHaveLength(1);
    expect((await enroll(student, course._id)).body.studentCount).toBe(1);
  });

  it('gets an error for an unknown course', async () => {
    const { status, body } = await enroll(world.people.student(), '66f000000000000000000c01');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Course not found' });
  });
});

describe("the teacher's name", () => {
  const nameOf = async (teacher: Person) => (await list(teacher))[0]?.teacher.user;
  const tell = (teacher: Person, name: string, version: number) =>
    world.bus.publish(
      createEvent(userChanged, teacher.id, { ...samples.teacherChanged, id: teacher.id, name, version }),
    );

  it('is missing until auth publishes it', async () => {
    const teacher = world.people.teacher();
    await create(teacher);
    expect(await nameOf(teacher)).toBeNull();
    await tell(teacher, 'Ada', 1);
    await eventually(async () => expect(await nameOf(teacher)).toEqual({ name: 'Ada' }));
  });

  it('is requested from auth if it is unknown', async () => {
    const teacher = world.people.teacher();
    world.auth.users.set(teacher.id, { ...samples.teacherChanged, id: teacher.id, name: 'Mary' });
    const { body } = await create(teacher);
    expect(body.teacher.user).toEqual({ name: 'Mary' });
  });

  it('may be missing while auth is unavailable', async () => {
    await world.auth.close();
    const { status, body } = await create(world.people.teacher());
    expect(status).toBe(201);
    expect(body.teacher.user).toBeNull();
  });

  it('is not replaced by an older event that arrives late', async () => {
    const teacher = world.people.teacher();
    await create(teacher);
    await tell(teacher, 'New', 3);
    await eventually(async () => expect(await nameOf(teacher)).toEqual({ name: 'New' }));
    await tell(teacher, 'Old', 2);
    const later = world.people.teacher();
    await create(later);
    await tell(later, 'Later', 1);
    await eventually(async () => expect(await nameOf(later)).toEqual({ name: 'Later' }));
    expect(await nameOf(teacher)).toEqual({ name: 'New' });
  });
});
