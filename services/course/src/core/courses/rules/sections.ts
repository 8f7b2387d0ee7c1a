import type { SectionDetails } from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';

interface CourseWithSections {
  section?: string | undefined;
  sections: SectionDetails[];
}

/** Name of the first section of a course that was created without one. */
const FIRST_NAME = '1';

export const nameOfFirst = (section: string | undefined): string => section ?? FIRST_NAME;

export const openSections = <Section extends { archived?: boolean | undefined }>(
  sections: Section[],
): Section[] => sections.filter(({ archived }) => !archived);

export const findSection = ({ sections }: CourseWithSections, id: string): SectionDetails => {
  const found = sections.find((one) => one.id === id);
  if (!found) throw notFound('Section');
  return found;
};

/** The section that a student joins: the chosen section, or else the first section. */
export const sectionToJoin = (course: CourseWithSections, chosen: string | undefined): string => {
  const [first] = openSections(course.sections);
  if (chosen === undefined && first) return first.id;
  const section = findSection(course, chosen ?? '');
  if (section.archived) throw conflict('section_archived', 'This section is archived. Choose another one.');
  return section.id;
};

export const withSections = <Course extends CourseWithSections>(
  course: Course,
  sections: SectionDetails[],
): Course => {
  const first = sections[0]?.name;
  const section = first === FIRST_NAME ? course.section && first : first;
  return { ...course, section, sections };
};

export const requireUniqueNames = (sections: Pick<SectionDetails, 'name'>[]): void => {
  if (new Set(sections.map(({ name }) => name)).size < sections.length)
    throw conflict('section_exists', 'This course already has a section with this name.');
};
