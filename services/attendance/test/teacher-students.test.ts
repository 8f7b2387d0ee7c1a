import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courseChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

describe("a teacher's students", () => {
  it('are each counted once, and the count changes when a student joins or leaves', async () => {
    const { teacher, course, members } = await campus.holdClass(3);
    const expectStudents = (totalStudents: number, totalCourses: number) =>
      eventually(async () =>
        expect((await campus.ask(teacher, 'GET', '/api/analytics/summary')).body).toMatchObject({
          totalStudents,
          totalCourses,
        }),
      );
    await expectStudents(3, 1);

    const late = person('STUDENT');
    const enrollment = await campus.enroll(course.id, late, campus.securityOf(late.id, createDevice()));
    await expectStudents(4, 1);

    const second = { ...course, id: objectId(), code: 'CS202' };
    await campus.bus.publish(createEvent(courseChanged, second.id, second));
    await expectStudents(4, 2);
    const [first] = members;
    if (!first) throw new Error('the class is empty');
    await campus.enroll(second.id, first.user, campus.securityOf(first.user.id, first.device));
    await campus.publishMembership({ ...enrollment, active: false, endedAt: ago(0), version: 2 });
    await expectStudents(3, 2);

    await campus.bus.publish(
      createEvent(courseChanged, course.id, { ...course, archived: true, version: 2 }),
    );
    await expectStudents(1, 1);
    await campus.bus.publish(createEvent(courseChanged, course.id, { ...course, version: 3 }));
    await expectStudents(3, 2);
  });
});
