import type { CoveredSection, SectionDetails } from '@qr-attendance/contracts';
import { conflict, invalid, notFound } from '@qr-attendance/server';

/** A session may keep a section that was archived later. */
export const requireSections = (
  course: { id: string; sections: SectionDetails[] },
  wanted: CoveredSection[],
  kept: CoveredSection[] = [],
): void => {
  for (const { courseId, sectionId } of wanted) {
    if (courseId !== course.id)
      throw invalid('section_of_other_course', 'Choose at least one section of the course of this class.');
    const section = course.sections.find(({ id }) => id === sectionId);
    if (!section) throw notFound('Section');
    if (section.archived && !kept.some((one) => one.sectionId === sectionId))
      throw conflict('section_archived', 'This section is archived. Choose another one.');
  }
};
