import type { CourseStatementStore } from '../../../core/courses/course-statements.ts';
import type { FindCourseUse } from '../../../core/courses/course-use.ts';
import type { StatedCourse, StatedSection } from './course-state.ts';
import type { ApplyContext } from './kind.ts';
import type { SectionMovesOfImports } from './section-moves.ts';
import { type UndoneObject, undoObject } from './stated-objects.ts';

interface UndoDeps {
  courseStatements: CourseStatementStore;
  findCourseUse: FindCourseUse;
  moves: SectionMovesOfImports;
}

export const createUndoCourses = ({ courseStatements, findCourseUse, moves }: UndoDeps) => {
  /** A section that moved here moves back, unless a class took place since. */
  const undoSection = async (section: StatedSection, courseId: string, application: ApplyContext) => {
    const { after, isKept, keepAsIs } = undoObject(section, application);
    const { id: sectionId, world } = section;
    const externalId = String(after.world?.['id'] ?? section.externalId);
    const course = after.world?.['course'];
    if (sectionId === undefined || typeof course !== 'string' || course === world?.['course'])
      return { section, after: { ...after, externalId }, isKept, keepAsIs };
    const [former] = await courseStatements.findByExternalIds([course]);
    const to = former && !former.course.deleted ? former.course.id : undefined;
    const problem =
      to === undefined || (await moves.findProblem({ sectionId, from: courseId, to }, application.by));
    if (problem) return { section, after: keepAsIs, isKept: true, keepAsIs };
    return { section, after: { ...after, externalId, leavesTo: to }, isKept, keepAsIs };
  };

  /** Keeps a course in use, and sections that have students or classes or that people changed. */
  const undoCourse = async (
    before: StatedCourse,
    application: ApplyContext,
  ): Promise<UndoneObject<StatedCourse>> => {
    const course = undoObject(before, application);
    const undone = await Promise.all(
      before.sections.map((section) => undoSection(section, before.id ?? '', application)),
    );
    const keepAsIs = { ...course.keepAsIs, sections: undone.map((one) => one.keepAsIs) };
    const endsCourse = before.world !== undefined && course.after.world === undefined;
    const isEnded = ({ section, after }: (typeof undone)[number]) => section.world && !after.world;
    const use = endsCourse || undone.some(isEnded) ? await findCourseUse(before.id ?? '') : undefined;
    const isKept = course.isKept || undone.some((one) => one.isKept);
    const leaving = undone.flatMap(({ section, after }) =>
      'leavesTo' in after && section.id !== undefined ? section.id : [],
    );
    if (endsCourse && !isKept && !use?.isUsedBesides(leaving))
      return { after: { ...course.after, sections: undone.map((one) => one.after) }, isKept, keepAsIs };

    const staying = undone.filter(
      (one) => isEnded(one) && one.section.id !== undefined && use?.isSectionUsed(one.section.id),
    );
    const isLeft = undone.some((one) => !isEnded(one)) || before.otherNames.length > 0 || staying.length > 0;
    // A course must keep at least one section.
    const kept = new Set(isLeft ? staying : undone.slice(0, 1));
    const after = {
      ...(endsCourse ? course.keepAsIs : course.after),
      sections: undone.map((one) => (kept.has(one) ? one.keepAsIs : one.after)),
    };
    return { after, isKept: isKept || endsCourse || kept.size > 0, keepAsIs };
  };

  /** The courses to which sections of these courses have moved, so that the run is undone there, too. */
  const listEntered = async (keys: string[]): Promise<string[]> => {
    const entered = new Set<string>();
    let left = keys;
    while (left.length > 0) {
      const stored = await courseStatements.findByExternalIds(left);
      const ids = stored.flatMap(({ stated: { departed = [] } }) => departed.map(({ to }) => to));
      const found = ids.length > 0 ? await courseStatements.find([...new Set(ids)]) : [];
      left = found.flatMap(({ course: { externalId } }) =>
        externalId === undefined || entered.has(externalId) ? [] : externalId,
      );
      for (const key of left) entered.add(key);
    }
    return [...entered].filter((key) => !keys.includes(key));
  };

  return { undoCourse, listEntered };
};
