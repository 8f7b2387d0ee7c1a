import { type CoveredSection, MAX_JOINT_COURSES } from '@qr-attendance/contracts';
import { type Caller, conflict, invalid } from '@qr-attendance/server';
import type { CourseStores } from '../../projections/find-courses.ts';
import { requireSections } from './rules/sections.ts';
import { courseIdsOf, type Session } from './rules/session.ts';
import type { Marks } from '../../projections/projections.ts';

export const requireOpenCourse = ({ archived }: { archived?: boolean | undefined }): void => {
  if (archived) throw conflict('course_archived', 'This course is archived. Restore it first.');
};

const isSame = (one: CoveredSection[], other: CoveredSection[]): boolean =>
  one.length === other.length && one.every(({ sectionId }) => other.some((o) => o.sectionId === sectionId));

/**
 * Requires sections for which the caller may hold a class, at least one of the class's own course. If the choice
 * changes, the caller must be allowed to manage classes in each course whose sections change; the other sections are
 * kept.
 * @param wanted an empty list means all sections of the class's own course
 * @throws DomainError (invalid, forbidden, not_found, conflict)
 */
export const requireCoverage = async (
  context: CourseStores,
  teacher: Caller,
  courseId: string,
  wanted: CoveredSection[],
  kept: CoveredSection[] = [],
): Promise<void> => {
  const courseIds = [...new Set([...wanted, ...kept].map((section) => section.courseId))];
  if (new Set(wanted.map((section) => section.courseId)).size > MAX_JOINT_COURSES)
    throw invalid('too_many_courses', `A joint class can have at most ${MAX_JOINT_COURSES} courses.`);
  if (wanted.length > 0 && !wanted.some((section) => section.courseId === courseId))
    throw invalid('section_of_other_course', 'Choose at least one section of the course of this class.');
  for (const id of courseIds) {
    const [chosen, before] = [wanted, kept].map((all) => all.filter((section) => section.courseId === id));
    if (!chosen || !before || isSame(chosen, before)) continue;
    const course = await context.staffAccess.requireOnNewestCourse(teacher, 'manageSessions', id);
    if (before.length === 0 && id !== courseId) requireOpenCourse(course);
    requireSections(course, chosen, before);
  }
};

export const wouldStrandMarks = async (
  { marks }: { marks: Marks },
  session: Pick<Session, 'id' | 'courseId' | 'sections'>,
  sections: CoveredSection[],
): Promise<boolean> => {
  const kept = courseIdsOf({ courseId: session.courseId, sections });
  return !courseIdsOf(session).every((id) => kept.includes(id)) && marks.anyIn(session.id);
};

/**
 * Like `requireCoverage`, for a change of a session's sections.
 * @throws DomainError (invalid, forbidden, not_found, conflict)
 */
export const requireOtherCoverage = async (
  context: CourseStores & { marks: Marks },
  teacher: Caller,
  session: Session,
  sections: CoveredSection[],
): Promise<void> => {
  await requireCoverage(context, teacher, session.courseId, sections, session.sections);
  if (await wouldStrandMarks(context, session, sections))
    throw conflict(
      'joint_class_has_marks',
      'Students are marked in this class, so no course can be taken out of it.',
    );
};
