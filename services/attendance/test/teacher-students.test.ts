import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courseChanged, enrollmentChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { eventually, makeDevice } from '@qr-attendance/test-kit';
import { objectId, person, startCampus, type Campus } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

describe("a teacher's students", () => {
  it('are counted each once, again whenever one comes or goes', async () => {
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
    const enrollment = await campus.enroll(course.id, late, campus.securityOf(late.id, makeDevice()));
    await expectStudents(4, 1);

    const second = { ...course, id: objectId(), code: 'CS202' };
    await campus.bus.publish(makeEvent(courseChanged, second.id, second));
    await expectStudents(4, 2);
    const [first] = members;
    if (!first) throw new Error('the class is empty');
    await campus.enroll(second.id, first.user, campus.securityOf(first.user.id, first.device));
    await campus.bus.publish(
      makeEvent(enrollmentChanged, enrollment.id, { ...enrollment, active: false, version: 2 }),
    );
    await expectStudents(3, 2);

    await campus.bus.publish(makeEvent(courseChanged, course.id, { ...course, archived: true, version: 2 }));
    await expectStudents(1, 1);
    await campus.bus.publish(makeEvent(courseChanged, course.id, { ...course, version: 3 }));
    await expectStudents(3, 2);
  });

  it('are counted again after a while, whatever was missed', async () => {
    const { teacher } = await campus.holdClass(2);
    const students = async () =>
      ((await campus.ask(teacher, 'GET', '/api/analytics/summary')).body as { totalStudents: number })
        .totalStudents;
    await campus.database.query('UPDATE teacher_students SET students = 7 WHERE teacher_id = $1', [
      teacher.id,
    ]);
    expect(await students()).toBe(7);
    await campus.database.query(
      `UPDATE teacher_students SET counted_at = now() - interval '61 minutes' WHERE teacher_id = $1`,
      [teacher.id],
    );
    expect(await students()).toBe(2);
  });
});
