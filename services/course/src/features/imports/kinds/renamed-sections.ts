import type { CourseStatementStore, StatedCourse } from '../../../core/courses/course-statements.ts';
import type { createFindSections } from './find-sections.ts';
import { type Ids, isRenamedBefore } from './previous-ids.ts';

interface Line extends Ids {
  course: string;
}

/** Finds the lines about sections that files have given their ID in place of the previous one, in whatever term. */
export const createRenamedSections = (
  store: Pick<CourseStatementStore, 'find' | 'findByExternalIds'>,
  sections: Pick<ReturnType<typeof createFindSections>, 'load' | 'listAll'>,
) => {
  const amongSections = (courses: StatedCourse[], run: string): ((line: Line) => boolean) => {
    const stated = Map.groupBy(
      courses.flatMap(({ stated: { sectionStatements = [] } }) => sectionStatements),
      ({ externalId }) => externalId,
    );
    return (line) => stated.get(line.id)?.some(({ ledger }) => isRenamedBefore(ledger, line, run)) ?? false;
  };
  const listCourses = async (lines: Line[]): Promise<StatedCourse[]> => {
    await sections.load(lines.map(({ id }) => ({ section: id })));
    const found = await Promise.all(lines.map(({ id }) => sections.listAll(id)));
    return store.find([...new Set(found.flat().map(({ courseId }) => courseId))]);
  };

  return {
    /** The lines whose section got the ID by another run than this one. */
    find: async <Row extends Line>(lines: Row[], run: string): Promise<Row[]> => {
      const named = lines.filter(({ id, previous = id }) => previous !== id);
      return named.length > 0 ? named.filter(amongSections(await listCourses(named), run)) : [];
    },
    /** Says whether a section has the ID of a line by any run, the sections of a deleted course included. */
    isRenamed: async (line: Line): Promise<boolean> =>
      amongSections(
        [...(await listCourses([line])), ...(await store.findByExternalIds([line.course]))],
        '',
      )(line),
  };
};
