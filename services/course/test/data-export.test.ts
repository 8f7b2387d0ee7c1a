import { personalDataSchema, type Course } from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

const create = async ({ token }: Person) => {
  const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
  return (await call<Course>(world.url(), 'POST', '/api/courses', { token, body })).body;
};
const myData = async ({ token }: Person) => {
  const { status, body } = await call(world.url(), 'GET', '/api/courses/my-data', { token });
  expect(status).toBe(200);
  return personalDataSchema.parse(body);
};

describe('the personal data export of the course service', () => {
  it('contains a teacher’s courses', async () => {
    const teacher = world.people.teacher();
    const course = await create(teacher);
    await create(world.people.teacher());
    const { service, records } = await myData(teacher);
    expect(service).toBe('course');
    expect(records['courses']).toMatchObject([{ id: course._id, code: 'CS201', teacherId: teacher.id }]);
    expect(records['enrollments']).toEqual([]);
  });

  it('contains only a student’s own enrollments', async () => {
    const [student, other] = [world.people.student(), world.people.student()];
    const course = await create(world.people.teacher());
    for (const { token } of [student, other])
      await call(world.url(), 'POST', `/api/courses/${course._id}/enroll`, { token });
    const { records } = await myData(student);
    expect(records['enrollments']).toMatchObject([
      { courseId: course._id, studentId: student.id, courseName: 'Algorithms', active: true },
    ]);
    expect(records['courses']).toEqual([]);
    expect(JSON.stringify(records)).not.toContain(other.id);
  });

  it('contains the name, or a placeholder once the account is deleted', async () => {
    const teacher = world.people.teacher();
    const course = await create(teacher);
    const tell = (person: Person, more: object) =>
      world.bus.publish(
        createEvent(userChanged, person.id, {
          ...samples.teacherChanged,
          id: person.id,
          version: 1,
          ...more,
        }),
      );
    await tell(teacher, { name: 'Ada' });
    await eventually(async () =>
      expect((await myData(teacher)).records['person']).toEqual([{ name: 'Ada' }]),
    );

    await tell(teacher, { name: 'Deleted account', erased: true, version: 2 });
    // The account's token is no longer valid, so the test reads the stored name.
    await eventually(async () => {
      const kept = await world.database.collection<{ _id: string }>('people').findOne({ _id: teacher.id });
      expect(kept).toMatchObject({ name: 'Deleted account' });
    });
    expect(JSON.stringify(await world.database.collection('people').find({}).toArray())).not.toContain('Ada');
    const { body } = await call<Course[]>(world.url(), 'GET', '/api/courses/available/all', {
      token: world.people.student().token,
    });
    expect(body.find(({ _id }) => _id === course._id)?.teacher.user).toEqual({ name: 'Deleted account' });
  });
});
