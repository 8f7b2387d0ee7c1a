import type { Course } from '@qr-attendance/contracts';

type CourseWithSections = Pick<Course, 'sections'>;

export const openSections = ({ sections }: CourseWithSections) =>
  sections.filter(({ archived }) => !archived);

/** Pages mention sections only for courses with several. */
export const hasSections = ({ sections }: CourseWithSections): boolean => sections.length > 1;

export const sectionName = ({ sections }: CourseWithSections, id: string | undefined): string | undefined =>
  sections.find(({ _id }) => _id === id)?.name;
