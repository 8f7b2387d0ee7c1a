import type { Course } from '@qr-attendance/contracts';

type Sectioned = Pick<Course, 'sections'>;

export const openSections = ({ sections }: Sectioned) => sections.filter(({ archived }) => !archived);

/** Pages mention sections only for courses with several. */
export const hasSections = ({ sections }: Sectioned): boolean => sections.length > 1;

export const sectionName = ({ sections }: Sectioned, id: string | undefined): string | undefined =>
  sections.find(({ _id }) => _id === id)?.name;
