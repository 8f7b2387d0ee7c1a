import type { FormerStudent, StudentMove } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import {
  type Caller,
  RETRY,
  invalid,
  notFound,
  retryOnConflict,
  type InternalClient,
} from '@qr-attendance/server';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { openSections, sectionToJoin } from '../../core/courses/rules/sections.ts';
import { findCourse, requireNotArchived } from './enroll.ts';
import type { Enrollment } from '../../core/memberships/enrollment-standing.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  clock: () => Date;
}

/** Ends the student's request to enroll, too, so that its later approval cannot reverse the change. */
const changeEnrollment = async (
  context: Deps,
  teacher: Caller,
  { courseId, studentId }: { courseId: string; studentId: string },
  change: (enrollment: Enrollment) => Promise<boolean>,
): Promise<void> => {
  requireNotArchived(await findCourseFor(context, teacher, 'manageStudents', courseId));
  await retryOnConflict('membership', async () => {
    const enrollment = await context.enrollments.find(courseId, studentId);
    if (!enrollment) throw notFound('Student');
    return (await change(enrollment)) || RETRY;
  });
  await context.requests.remove(courseId, [studentId]);
};

/**
 * The student cannot enroll again. Marks and past absences are kept, except for a stranger, who never
 * belonged to the course.
 */
export const removeStudent = (
  context: Deps,
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
  if (enrollment.ended === 'ERASED') throw notFound('Student');
  return enrollment;
};

export const restoreStudent = (
  context: Deps,
  teacher: Caller,
  ids: { courseId: string; studentId: string },
): Promise<void> =>
  changeEnrollment(context, teacher, ids, async (enrollment) =>
    enrollment.active
      ? true
      : context.enrollments.begin(
          requireNotErased(enrollment),
          {
            by: teacher.id,
            sectionId: sectionToReturn(await findCourse(context, ids.courseId), enrollment),
            unasked: enrollment.shown.unasked,
          },
          context.clock(),
        ),
  );

/** The student's last section, unless it is archived. */
const sectionToReturn = (course: Course, { sectionId }: Enrollment): string =>
  sectionToJoin(course, openSections(course.sections).find(({ id }) => id === sectionId)?.id);

export const moveStudent = async (
  context: Deps,
  teacher: Caller,
  ids: { courseId: string; studentId: string },
  { sectionId, at }: StudentMove,
): Promise<void> => {
  const now = context.clock();
  const from = at === undefined ? now : new Date(at);
  if (from > now) throw invalid('move_in_future', 'A student cannot be moved at a moment in the future.');
  await changeEnrollment(context, teacher, ids, async (enrollment) => {
    if (!enrollment.active) throw notFound('Student');
    if (enrollment.sectionId === sectionId) return true;
    const target = sectionToJoin(await findCourse(context, ids.courseId), sectionId);
    return context.enrollments.move(enrollment, { sectionId: target, by: teacher.id, at: from }, now);
  });
};

/**
 * Enrolls an approved student regardless of the enrollment mode. Idempotent.
 * @param sectionIds the sections to choose from; the first section of the course if none of them is open
 */
export const admitStudent = async (
  { courses, enrollments, requests, clock }: Deps & { requests: EnrollmentRequests },
  { courseId, studentId }: { courseId: string; studentId: string },
  { by, sectionIds = [] }: { by: string; sectionIds?: string[] | undefined },
): Promise<Enrollment> => {
  const course = await findCourse({ courses }, courseId);
  const chosen = openSections(course.sections).find(({ id }) => sectionIds.includes(id))?.id;
  const admitted = await retryOnConflict('membership', async () => {
    const enrollment = await enrollments.find(courseId, studentId);
    if (enrollment?.active) return enrollment;
    requireNotArchived(course);
    const joining = { by, sectionId: sectionToJoin(course, chosen) };
    const written = enrollment
      ? await enrollments.resume(requireNotErased(enrollment), joining, clock())
      : await enrollments.create({ courseId, studentId, ...joining }, clock());
    return (written && (await enrollments.find(courseId, studentId))) || RETRY;
  });
  await requests.remove(courseId, [studentId]);
  return admitted;
};

export const listFormerStudents = async (
  context: Deps & { people: PeopleProjection; auth: InternalClient },
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
  return ended.map(({ id, studentId, ended: how = 'REMOVED', shown }) => ({
    id,
    student: { _id: studentId, name: names.get(studentId) ?? null },
    ended: how,
    endedAt: (shown.ended ?? shown.began).toISOString(),
  }));
};

export const endEnrollmentsOf = async (
  { enrollments, clock }: { enrollments: Enrollments; clock: () => Date },
  studentId: string,
): Promise<void> => {
  await retryOnConflict('memberships', async () => {
    const others = (await enrollments.listOf(studentId)).filter((one) => one.ended !== 'ERASED');
    if (others.length === 0) return undefined;
    for (const enrollment of others) await enrollments.end(enrollment, { how: 'ERASED', by: null }, clock());
    return RETRY;
  });
  await enrollments.removeStatements(studentId);
};
