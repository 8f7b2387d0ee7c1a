import type { Complete } from '@qr-attendance/contracts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import type { CourseToCreate } from '../../core/courses/new-course.ts';
import { openSections } from '../../core/courses/rules/sections.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';

/** Copies a course into a term at most once. Enrollment key and invitation link are not copied. */
export const copyInto = async (
  { courses, termCourses }: { courses: Courses; termCourses: TermCourses },
  course: Course,
  termId: string,
): Promise<Course | undefined> => {
  const existing = await termCourses.findCopy(course.id, termId);
  if (existing) return existing;
  const { name, code, semester, unitId, sessionDefaults, enrollmentMode, mayLeave, guests } = course;
  const open = openSections(course.sections);
  const [first, ...others] = open;
  const otherSections = others.map((one) => ({ name: one.name }));
  const section = first === course.sections[0] ? course.section : first?.name;
  // Roles with an end date are not copied to a later term.
  const staff = course.staff?.filter(({ until }) => until === undefined);
  const staffOf = (sectionIds: string[]) =>
    (staff ?? []).flatMap((member) => {
      if (!member.sectionIds) return member;
      const copies = sectionIds.filter((_id, index) => member.sectionIds?.includes(open[index]?.id ?? ''));
      return copies.length > 0 ? { ...member, sectionIds: copies } : [];
    });
  const copy: Complete<CourseToCreate> = {
    name,
    code,
    semester,
    section,
    // External ids belong to the course and sections of one term.
    externalId: undefined,
    sectionExternalId: undefined,
    stated: undefined,
    withSections: undefined,
    otherSections,
    termId,
    unitId,
    sessionDefaults,
    enrollmentMode,
    mayLeave,
    guests,
    copiedFrom: course.id,
    staffOf,
  };
  const created = await courses.create(course.teacherId, copy);
  return created ?? termCourses.findCopy(course.id, termId);
};
