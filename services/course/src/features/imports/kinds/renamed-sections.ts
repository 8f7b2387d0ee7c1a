import type { CourseStatementStore, StatedCourse } from '../../../core/courses/course-statements.ts';
import type { createFindSections } from './find-sections.ts';
import { type Ids, wasRenamedByOtherRun } from './previous-ids.ts';

interface Line extends Ids {
  course: string;
}

export const createRenamedSections = (
  store: Pick<CourseStatementStore, 'find' | 'findByExternalIds'>,
  sections: Pick<ReturnType<typeof createFindSections>, 'load' | 'listAll'>,
) => {
  const listCourses = async (lines: Line[]): Promise<StatedCourse[]> => {
    await sections.load(lines.map(({ id }) => ({ section: id })));
    const found = await Promise.all(lines.map(({ id }) => sections.listAll(id)));
    return store.find([...new Set(found.flat().map(({ courseId }) => courseId))]);
  };

  return {
    /**
     * @returns lines whose section got the ID in any run (`ever`) or in another run (`before`), and lines of
     * courses that people deleted
     */
    find: async <Row extends Line>(
      lines: Row[],
      run: string,
    ): Promise<Record<'ever' | 'before' | 'deleted', Set<Row>>> => {
      const named = lines.filter(({ id, previous = id }) => previous !== id);
      if (named.length === 0) return { ever: new Set(), before: new Set(), deleted: new Set() };
      const ofLines = await store.findByExternalIds([...new Set(named.map(({ course }) => course))]);
      const ledgers = Map.groupBy(
        [...(await listCourses(named)), ...ofLines].flatMap(
          ({ stated: { sectionStatements = [] } }) => sectionStatements,
        ),
        ({ externalId }) => externalId,
      );
      const listRenamed = (by: string): Set<Row> =>
        new Set(
          named.filter((line) =>
            ledgers.get(line.id)?.some(({ ledger }) => wasRenamedByOtherRun(ledger, line, by)),
          ),
        );
      const deleted = new Set(ofLines.flatMap(({ course }) => (course.deleted ? course.externalId : [])));
      return {
        ever: listRenamed(''),
        before: listRenamed(run),
        deleted: new Set(named.filter(({ course }) => deleted.has(course))),
      };
    },
  };
};
