import type { Course } from '@qr-attendance/contracts';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

const create = async (teacher: Person, course: object = {}) => {
  const body = { name: 'Algorithms', code: 'CS201', section: 'A', semester: 3, ...course };
  return (await call<Course>(world.url(), 'POST', '/api/courses', { token: teacher.token, body })).body;
};
const get = ({ token }: Person, id: string) =>
  call<Course>(world.url(), 'GET', `/api/courses/${id}`, { token });
const enroll = ({ token }: Person, id: string) =>
  call(world.url(), 'POST', `/api/courses/${id}/enroll`, { token });

describe('one course', () => {
  it('is returned to its teacher with the IDs of its students', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const course = await create(teacher);
    await enroll(student, course._id);
    const { status, body } = await get(teacher, course._id);
    expect(status).toBe(200);
    const sections = [{ _id: course._id, name: 'A', studentCount: 1 }];
    expect(body).toEqual({ ...course, sections, studentCount: 1, students: [student.id] });
  });

  it('is returned to its students without the IDs of other students', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const course = await create(teacher);
    await enroll(student, course._id);
    const { status, body } = await get(student, course._id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: course._id, name: 'Algorithms', studentCount: 1 });
    expect(body).not.toHaveProperty('students');
  });

  it('is returned to no one else, as if it did not exist', async () => {
    const course = await create(world.people.teacher());
    const nowhere = '66f000000000000000000c01';
    for (const person of [world.people.teacher(), world.people.student()])
      for (const id of [course._id, nowhere])
        expect(await get(person, id)).toMatchObject({
          status: 404,
          body: { error: 'Course not found', code: 'not_found' },
        });
  });
});

describe('a course name is stored as typed', () => {
  it.each([
    ['emoji', '🧮 Ålgørïthms 👩🏽‍🏫'],
    ['right to left', 'الخوارزميات ואלגוריתמים'],
    ['200 characters', 'ß'.repeat(200)],
    ['a script', '<script>alert("x")</script>'],
    ['a formula', '=cmd|"/C calc"!A0'],
    ['a replacement pattern', '$& $1 __CSP_NONCE__ %s {{name}}'],
  ])('%s', async (_what, name) => {
    const teacher = world.people.teacher();
    const code = [...name].slice(0, 14).join('').trim();
    const course = await create(teacher, { name, code, section: code });
    expect(course).toMatchObject({ name, code, section: code });
    expect((await get(teacher, course._id)).body).toEqual(course);
  });
});
