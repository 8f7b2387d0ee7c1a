import type { Terms } from '../../../core/terms/terms.ts';
import type { ImportedCourses, ImportedSection } from './imported-courses.ts';
import type { Problem } from './kind.ts';

export interface SectionSearch {
  section: string;
  /** Some systems reuse section ids in each term. */
  term?: string | undefined;
}

/** Finds sections and terms by institution id. Caches them, because they occur on many lines. */
export const createFindSections = (
  importedCourses: Pick<ImportedCourses, 'findSections'>,
  terms: Pick<Terms, 'findByExternalIds'>,
) => {
  const sections = new Map<string, ImportedSection[]>();
  const termIds = new Map<string, string | undefined>();

  const load = async (searches: SectionSearch[]): Promise<void> => {
    const newSections = [...new Set(searches.map(({ section }) => section))].filter(
      (id) => !sections.has(id),
    );
    const found = newSections.length > 0 ? await importedCourses.findSections(newSections) : [];
    const byId = Map.groupBy(found, ({ externalId }) => externalId);
    for (const id of newSections) sections.set(id, byId.get(id) ?? []);
    const newTerms = [...new Set(searches.flatMap(({ term }) => term ?? []))].filter(
      (id) => !termIds.has(id),
    );
    const foundTerms = newTerms.length > 0 ? await terms.findByExternalIds(newTerms) : [];
    const idOf = new Map(foundTerms.map(({ externalId, _id }) => [externalId, _id.toHexString()]));
    for (const id of newTerms) termIds.set(id, idOf.get(id));
  };

  return {
    load,
    /** The section that a line means; it must be loaded before. */
    choose: ({ section, term }: SectionSearch): ImportedSection | Problem => {
      const termId = term === undefined ? undefined : termIds.get(term);
      if (term !== undefined && termId === undefined) return { problem: 'unknown_term', field: 'term' };
      const possible = (sections.get(section) ?? []).filter(
        (one) => termId === undefined || one.termId === termId,
      );
      const [found, other] = possible;
      if (!found) return { problem: 'unknown_section', field: 'section' };
      return other ? { problem: 'ambiguous_section', field: 'section' } : found;
    },
    listAll: async (section: string): Promise<ImportedSection[]> => {
      await load([{ section }]);
      return sections.get(section) ?? [];
    },
  };
};
