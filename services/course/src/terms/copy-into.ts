import type { Course, Courses } from '../courses/courses.ts';
import { openSections } from '../courses/rules/sections.ts';
import type { TermCourses } from './term-courses.ts';

/** A course is copied into a term once; the enrollment key and invitation link are not copied. */
export const copyInto = async (
  { courses, termCourses }: { courses: Courses; termCourses: TermCourses },
  course: Course,
  termId: string,
): Promise<Course | undefined> => {
  const existing = await termCourses.findCopy(course.id, termId);
  if (existing) return existing;
  const { name, code, semester, unitId, sessionDefaults, enrollmentMode, mayLeave, guests } = course;
  const [first, ...others] = openSections(course.sections);
  // Each term's section has an external id of its own.
  const otherSections = others.map((one) => ({ name: one.name }));
  const section = first === course.sections[0] ? course.section : first?.name;
  // Roles for certain days are over by then.
  const staff = course.staff?.filter(({ until }) => until === undefined);
  const copied = { section, otherSections, unitId, sessionDefaults, enrollmentMode, mayLeave, guests, staff };
  const created = await courses.create(course.teacherId, {
    ...{ name, code, semester, termId, copiedFrom: course.id },
    ...copied,
  });
  return created ?? termCourses.findCopy(course.id, termId);
};
