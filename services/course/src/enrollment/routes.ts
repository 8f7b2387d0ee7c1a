import { routes } from '@qr-attendance/contracts';
import { type Caller, DomainError, implement, type Implementation, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Course } from '../courses/courses.ts';
import { describeCourse } from '../courses/read-courses.ts';
import { toEnrollmentChanged } from './enrollments.ts';

/** Enrolls a student in a course; a repeat changes nothing, however many come at once. */
const enroll = async (
  { courses, enrollments, clock }: Pick<Context, 'courses' | 'enrollments' | 'clock'>,
  student: Caller,
  courseId: string,
): Promise<Course> => {
  const course = await courses.find(courseId);
  if (!course || course.deleted) throw notFound('Course');
  const enrollment = await enrollments.find(courseId, student.id);
  if (enrollment?.active) return course;
  if (course.archived)
    throw new DomainError('forbidden', 'enrollment_closed', 'This course is archived. Ask your teacher.');
  if (!enrollment) await enrollments.create(courseId, student.id, clock());
  else await enrollments.reactivate(enrollment, clock());
  return course;
};

/** Enrolling, and what other services ask of it. */
export const enrollmentRoutes = (context: Context): Implementation[] => [
  implement(routes.course.enroll, async ({ caller, params }) =>
    describeCourse(context, caller, await enroll(context, caller, params.id)),
  ),
  implement(routes.course.getEnrollmentInternal, async ({ params }) => {
    const enrollment = await context.enrollments.find(params.id, params.studentId);
    if (!enrollment) throw notFound('Enrolment');
    return toEnrollmentChanged(enrollment);
  }),
];
