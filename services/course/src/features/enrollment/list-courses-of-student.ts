import type { StudentCourse } from '@qr-attendance/contracts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { Terms } from '../../core/terms/terms.ts';

/** A student's current and former courses, current ones first. Excludes memberships that never counted. */
export const listCoursesOfStudent = async (
  { enrollments, courses, terms }: { enrollments: Enrollments; courses: Courses; terms: Terms },
  studentId: string,
): Promise<StudentCourse[]> => {
  const all = await enrollments.listOf(studentId);
  const counted = all.filter(({ periods }) => periods.some(({ voided }) => !voided));
  const ids = counted.map(({ courseId }) => courseId);
  const ownCourses = ids.length > 0 ? await courses.list({ ids }, { limit: ids.length }) : [];
  const byId = new Map(ownCourses.map((course) => [course.id, course]));
  const termNames = await terms.namesOf(ownCourses.map(({ termId }) => termId));
  return counted
    .flatMap(({ courseId, sectionId, active }) => {
      const course = byId.get(courseId);
      if (!course) return [];
      const { name, code, sections, termId } = course;
      const section = sections.length > 1 ? sections.find(({ id }) => id === sectionId)?.name : undefined;
      return { _id: courseId, name, code, section, termName: termNames.get(termId ?? ''), active };
    })
    .toSorted((one, other) => Number(other.active) - Number(one.active));
};
