import type { Course } from '@qr-attendance/contracts';
import { call } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

const nobody = '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02';

describe('the internal routes', () => {
  it('return a course or an enrollment, or report that there is none', async () => {
    const [teacher, student] = [world.people.teacher(), world.people.student()];
    const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
    const { body: course } = await call<Course>(world.url(), 'POST', '/api/courses', {
      token: teacher.token,
      body,
    });
    await call(world.url(), 'POST', `/api/courses/${course._id}/enroll`, { token: student.token });
    const ask = (path: string) => call(world.url(), 'GET', path, { token: world.internalToken });

    const courseAnswer = await ask(`/internal/courses/${course._id}`);
    expect(courseAnswer.body).toEqual({
      id: course._id,
      ...body,
      teacherId: teacher.id,
      version: 1,
      sections: [
        {
          id: course._id,
          name: '1',
        },
      ],
    });
    const enrollment = await ask(`/internal/courses/${course._id}/enrollments/${student.id}`);
    expect(enrollment.body).toMatchObject({ courseId: course._id, studentId: student.id, active: true });
    expect((await ask(`/internal/courses/${course._id}/enrollments/${nobody}`)).status).toBe(404);
    expect((await ask('/internal/courses/66f000000000000000000c01')).status).toBe(404);
  });
});
