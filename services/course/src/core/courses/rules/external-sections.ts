import type { SectionDetails } from '@qr-attendance/contracts';
import { Types } from 'mongoose';
import { requireUniqueNames, withSections } from './sections.ts';

type External = Required<Pick<SectionDetails, 'name' | 'externalId'>> & {
  /** Missing for new sections. */
  id?: string | undefined;
};

const isSame = (section: SectionDetails, { id, externalId }: External): boolean =>
  id === undefined ? section.externalId === externalId : section.id === id;

/**
 * Returns the course with exactly these external sections. Other sections are kept. A section that is missing
 * is archived and loses its external id, because past sessions and memberships refer to it. If a section with
 * its name is stated later, for example by an undo, it is restored.
 * @throws DomainError (conflict) if two sections would have the same name
 */
export const withExternalSections = <
  Course extends { section?: string | undefined; sections: SectionDetails[] },
>(
  course: Course,
  wanted: External[],
): Course => {
  const kept = course.sections.map((section) => {
    if (section.externalId === undefined) return section;
    const found = wanted.find((one) => isSame(section, one));
    const { externalId: _externalId, archived: _archived, ...former } = section;
    return found
      ? { ...section, name: found.name, externalId: found.externalId }
      : { ...former, archived: true };
  });
  const added = wanted
    .filter((one) => !course.sections.some((section) => isSame(section, one)))
    .map(({ id, ...section }) => {
      const former = course.sections.find(
        ({ name, externalId, archived }) => archived && externalId === undefined && name === section.name,
      );
      return { id: id ?? former?.id ?? new Types.ObjectId().toHexString(), ...section };
    });
  const addedIds = new Set(added.map(({ id }) => id));
  // An undo compares the external sections in order, so new ones come last.
  const sections = [...kept.filter(({ id }) => !addedIds.has(id)), ...added];
  requireUniqueNames(sections);
  return withSections(course, sections);
};
