import { randomUUID } from 'node:crypto';
import { samples } from '@qr-attendance/contracts/samples';
import { connectMongo } from '@qr-attendance/server/mongo';
import { openStack } from '@qr-attendance/test-kit';
import { createCourses } from '../../src/core/courses/courses.ts';
import { createModels } from '../../src/db/models.ts';
import { createEnrollments } from '../../src/core/memberships/enrollments.ts';
import type { MembershipRow } from '../../src/core/memberships/rules/apply-memberships.ts';
import { setMemberships } from '../../src/features/enrollment/set-memberships.ts';

export const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

export const openMemberships = async (clock: () => Date) => {
  const stack = await openStack('course');
  const connection = await connectMongo(stack.mongoUrl);
  const models = createModels(connection);
  await Promise.all([models.courses.init(), models.enrollments.init()]);
  const enrollments = createEnrollments(models.enrollments, () => undefined, clock);
  const courses = createCourses(models.courses, {
    committed: () => undefined,
    clock,
    nameOf: async () => 'Ada',
    unitStaffOf: async () => () => [],
  });
  const context = { courses, enrollments, clock };
  const admin = randomUUID();

  return {
    models,
    enrollments,
    admin,
    openCourse: async () => {
      const course = await courses.create(randomUUID(), {
        ...samples.newCourse,
        otherSections: [{ name: 'B' }],
      });
      const [a, b] = course?.sections.map(({ id }) => id) ?? [];
      if (!course || !a || !b) throw new Error('the course was not created');
      const set = async (rows: MembershipRow[], by = admin) =>
        (await setMemberships(context, course.id, rows, by)).map(({ outcome }) => outcome);
      const periodsOf = async (studentId: string) =>
        (await enrollments.find(course.id, studentId))?.periods.map(
          ({ sectionId, began, ended, voided }) => ({
            section: sectionId === a ? 'a' : 'b',
            began,
            ended,
            voided,
          }),
        );
      return {
        id: course.id,
        a,
        b,
        set,
        periodsOf,
      };
    },
    close: async () => {
      await connection.close();
      await stack.close();
    },
  };
};
