import { MAX_SECTIONS, type SectionEdit } from '@qr-attendance/contracts';
import { type Caller, conflict } from '@qr-attendance/server';
import { Types } from 'mongoose';
import { isOpen } from '../../core/memberships/rules/periods.ts';
import { changeCourseFor } from '../../core/courses/change-courses.ts';
import type { Course, Courses } from '../../core/courses/courses.ts';
import {
  findSection,
  openSections,
  requireUniqueNames,
  withSections,
} from '../../core/courses/rules/sections.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';

interface Deps {
  courses: Courses;
  enrollments: Enrollments;
  clock: () => Date;
}

/** Adding a section with the name of an archived one restores it. */
export const addSection = (context: Deps, teacher: Caller, courseId: string, name: string): Promise<Course> =>
  changeCourseFor(context, teacher, 'changeCourse', courseId, (course) => {
    const { sections } = course;
    const existingSection = sections.find((one) => one.name === name);
    if (existingSection && !existingSection.archived) return course;
    if (existingSection)
      return {
        ...course,
        sections: sections.map((one) => (one === existingSection ? { ...one, archived: undefined } : one)),
      };
    if (sections.length >= MAX_SECTIONS)
      throw conflict('too_many_sections', `A course has at most ${MAX_SECTIONS} sections.`);
    return { ...course, sections: [...sections, { id: new Types.ObjectId().toHexString(), name }] };
  });

/** Archived sections are no longer offered; past sessions and memberships keep them. */
export const editSection = async (
  context: Deps,
  teacher: Caller,
  { courseId, sectionId }: { courseId: string; sectionId: string },
  { name, archived }: SectionEdit,
): Promise<Course> => {
  const open = archived ? await context.enrollments.listOpen(courseId) : [];
  const isUsed = open.some(({ periods }) =>
    isOpen(
      periods.filter((period) => period.sectionId === sectionId),
      context.clock(),
    ),
  );
  return changeCourseFor(context, teacher, 'changeCourse', courseId, (course) => {
    const before = findSection(course, sectionId);
    if (before.name === name && (before.archived ?? false) === archived) return course;
    if (archived && !before.archived) {
      if (isUsed)
        throw conflict('section_not_empty', 'This section has students. Move them to another section first.');
      if (openSections(course.sections).length === 1)
        throw conflict('last_section', 'A course needs at least one section.');
    }
    const sections = course.sections.map((one) =>
      one.id === sectionId ? { ...one, name, archived: archived || undefined } : one,
    );
    requireUniqueNames(sections);
    return withSections(course, sections);
  });
};
