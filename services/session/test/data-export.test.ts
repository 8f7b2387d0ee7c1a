import { personalDataSchema } from '@qr-attendance/contracts';
import { membershipChanged, userChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const myData = async ({ token }: Person) => {
  const { status, body } = await call(world.url(), 'GET', '/api/sessions/my-data', { token });
  expect(status).toBe(200);
  return personalDataSchema.parse(body);
};

describe('the personal data export of the session service', () => {
  it('contains a teacher’s sessions with their rooms, but no codes', async () => {
    const [teacher, other] = [world.people.teacher(), world.people.teacher()];
    const { body } = await room.create(teacher, room.newSession(room.giveCourse(teacher)));
    await room.create(other, room.newSession(room.giveCourse(other)));
    const user = { ...samples.teacherChanged, id: teacher.id, name: 'Ada' };
    await world.bus.publish(createEvent(userChanged, teacher.id, user));
    await eventually(async () =>
      expect((await myData(teacher)).records['person']).toEqual([{ name: 'Ada' }]),
    );

    const data = await myData(teacher);
    expect(data.service).toBe('session');
    expect(data.records['sessions']).toMatchObject([
      { id: body._id, teacherId: teacher.id, location: { radius: 50 } },
    ]);
    expect(JSON.stringify(data)).not.toContain(body.qrCode);
  });

  it('contains only a student’s own enrollments', async () => {
    const [student, other] = [world.people.student(), world.people.student()];
    const courseId = newId();
    for (const { id: studentId } of [other, student]) {
      const enrollment = { ...samples.membershipChanged, id: newId(), courseId, studentId };
      await world.bus.publish(createEvent(membershipChanged, enrollment.id, enrollment));
    }
    const enrollments = [{ id: expect.any(String), courseId, active: true }];
    for (const person of [student, other])
      await eventually(async () =>
        expect((await myData(person)).records['enrollments']).toEqual(enrollments),
      );
    expect((await myData(student)).records['sessions']).toEqual([]);
  });
});
