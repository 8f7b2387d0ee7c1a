import { type Caller, conflict } from '@qr-attendance/server';
import { courseExistsError } from '../../core/courses/change-courses.ts';
import { findCourseFor } from '../../core/courses/find-course-for.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { copyInto } from './copy-into.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Terms } from '../../core/terms/terms.ts';

export const copyCourse = async (
  context: { courses: Courses; terms: Terms; termCourses: TermCourses; clock: () => Date },
  teacher: Caller,
  id: string,
  termId: string,
): Promise<Course> => {
  const course = await findCourseFor(context, teacher, 'changeCourse', id);
  await context.terms.requireOpen(termId);
  if (course.termId === termId) throw conflict('same_term', 'Choose another term.');
  const copy = await copyInto(context, course, termId);
  if (!copy) throw courseExistsError();
  return copy;
};
