import type { FormerStudent } from '@qr-attendance/contracts';
import { findNames } from '@qr-attendance/messaging/mongo';
import { type Caller, notFound, temporarilyUnavailable } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findCourseFor } from '../courses/change-courses.ts';
import { lastBeginOf, lastEndOf, type Enrollment } from './enrollments.ts';

type Managing = Pick<Context, 'courses' | 'enrollments' | 'clock'>;

const MAX_TRIES = 5;

const changeEnrollment = async (
  context: Managing,
  teacher: Caller,
  { courseId, studentId }: { courseId: string; studentId: string },
  change: (enrollment: Enrollment) => Promise<boolean>,
): Promise<void> => {
  await findCourseFor(context, teacher, 'manageStudents', courseId);
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const enrollment = await context.enrollments.find(courseId, studentId);
    if (!enrollment) throw notFound('Student');
    if (await change(enrollment)) return;
  }
  throw temporarilyUnavailable();
};

/**
 * The student cannot enroll again. Marks stay, and so do absences until now, except for a stranger's, who
 * never belonged to the course.
 */
export const removeStudent = (
  context: Managing,
  teacher: Caller,
  ids: { courseId: string; studentId: string },
  asStranger: boolean,
): Promise<void> =>
  changeEnrollment(context, teacher, ids, (enrollment) =>
    context.enrollments.end(
      requireNotErased(enrollment),
      { how: 'REMOVED', by: teacher.id, asStranger },
      context.clock(),
    ),
  );

const requireNotErased = (enrollment: Enrollment): Enrollment => {
  if (lastEndOf(enrollment)?.how === 'ERASED') throw notFound('Student');
  return enrollment;
};

export const restoreStudent = (
  context: Managing,
  teacher: Caller,
  ids: { courseId: string; studentId: string },
): Promise<void> =>
  changeEnrollment(context, teacher, ids, async (enrollment) =>
    enrollment.active
      ? true
      : context.enrollments.begin(requireNotErased(enrollment), teacher.id, context.clock()),
  );

/** Enrolls an approved student regardless of the enrollment mode. Repeating it changes nothing. */
export const admitStudent = async (
  { courses, enrollments, requests, clock }: Managing & Pick<Context, 'requests'>,
  { courseId, studentId }: { courseId: string; studentId: string },
): Promise<Enrollment> => {
  const course = await courses.find(courseId);
  if (!course || course.deleted) throw notFound('Course');
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const enrollment = await enrollments.find(courseId, studentId);
    if (enrollment?.active) {
      await requests.remove(courseId, studentId);
      return enrollment;
    }
    const by = course.teacherId;
    if (enrollment) await enrollments.begin(requireNotErased(enrollment), by, clock());
    else await enrollments.create({ courseId, studentId, by }, clock());
  }
  throw temporarilyUnavailable();
};

export const listFormerStudents = async (
  context: Managing & Pick<Context, 'people' | 'auth'>,
  teacher: Caller,
  courseId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<(FormerStudent & { id: string })[]> => {
  await findCourseFor(context, teacher, 'manageStudents', courseId);
  const ended = await context.enrollments.listEnded(courseId, limit, after);
  const names = await findNames(
    context,
    ended.map(({ studentId }) => studentId),
  );
  return ended.map((enrollment) => {
    const { id, studentId } = enrollment;
    const { how, at } = lastEndOf(enrollment) ?? { how: 'REMOVED', at: lastBeginOf(enrollment) };
    return {
      id,
      student: { _id: studentId, name: names.get(studentId) ?? null },
      ended: how,
      endedAt: at.toISOString(),
    };
  });
};

export const endEnrollmentsOf = async (
  { enrollments, clock }: Pick<Context, 'enrollments' | 'clock'>,
  studentId: string,
): Promise<void> => {
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const others = (await enrollments.listOf(studentId)).filter((one) => lastEndOf(one)?.how !== 'ERASED');
    if (others.length === 0) return;
    for (const enrollment of others) await enrollments.end(enrollment, { how: 'ERASED', by: null }, clock());
  }
  throw temporarilyUnavailable();
};
