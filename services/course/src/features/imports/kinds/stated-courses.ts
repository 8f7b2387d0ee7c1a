import { isDeepStrictEqual } from 'node:util';
import type { EnrollmentMode } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { Types } from 'mongoose';
import type { CourseStatementStore } from '../../../core/courses/course-statements.ts';
import type { FindCourseUse } from '../../../core/courses/course-use.ts';
import type { Course } from '../../../core/courses/courses.ts';
import { withEnrollmentMode } from '../../../core/courses/new-course.ts';
import { withExternalSections } from '../../../core/courses/rules/external-sections.ts';
import type { CourseStatements } from '../../../db/statement-models.ts';
import { changesInCourse, decidedInCourse, overridesInCourse, type StatedCourse } from './course-values.ts';
import { type Application, type Change, CONFLICT, type Problem, type StatedPart } from './kind.ts';
import { rulesOfParts } from './stated-parts.ts';
import { createUndoRun, type Undone, undoObject } from './stated-objects.ts';

interface CourseValues {
  code: string;
  name: string;
  semester: number;
  termId: string | null;
  unitId: string | null;
}

export interface StatedCourseDeps {
  courses: Courses;
  courseStatements: CourseStatementStore;
  findCourseUse: FindCourseUse;
  newCourseEnrollment: EnrollmentMode;
  /** @throws DomainError if the course is in use */
  deleteCourse: (course: Course) => Promise<void>;
}

const valuesOf = ({ code, name, semester, termId, unitId }: Course): CourseValues => ({
  code,
  name,
  semester,
  termId: termId ?? null,
  unitId: unitId ?? null,
});

const stateOf = ({ course, stated: { statements, sectionStatements = [] } }: Stored): StatedCourse => {
  const { id, version, deleted } = course;
  if (deleted) return { id, version, world: undefined, ledger: statements, sections: [], otherNames: [] };
  const ledgers = new Map(sectionStatements.map(({ externalId, ledger }) => [externalId, ledger]));
  return {
    id,
    version,
    world: { ...valuesOf(course) },
    ledger: statements,
    sections: course.sections.flatMap(({ id: sectionId, externalId, name }) =>
      externalId === undefined
        ? []
        : { id: sectionId, externalId, world: { name }, ledger: ledgers.get(externalId) },
    ),
    otherNames: course.sections.flatMap(({ externalId, name, archived }) =>
      externalId === undefined && !archived ? name : [],
    ),
  };
};

const statementsOf = ({ ledger, sections }: StatedCourse): CourseStatements => {
  const stated = sections.flatMap((section) =>
    section.ledger ? { externalId: section.externalId, ledger: section.ledger } : [],
  );
  return { statements: ledger, sectionStatements: stated.length > 0 ? stated : undefined };
};

const externalSectionsOf = ({ sections }: StatedCourse): { externalId: string; name: string }[] =>
  sections.flatMap(({ externalId, world }) => (world ? { externalId, name: String(world['name']) } : []));

const detailsOf = ({ world }: StatedCourse) => {
  const { termId, unitId, ...details } = world as unknown as CourseValues;
  return { ...details, termId: termId ?? undefined, unitId: unitId ?? undefined };
};

/** Reads, writes and undoes courses with what files stated about them and their sections. */
export const createStatedCourses = (
  { courses, courseStatements, findCourseUse, newCourseEnrollment, deleteCourse }: StatedCourseDeps,
  moves: SectionMovesOfImports,
) => {
  const create = async (
    externalId: string,
    state: StatedCourse,
    by: string,
  ): Promise<Problem | undefined> => {
    const external = externalSectionsOf(state);
    const [first, ...otherSections] = external;
    await courseStatements.releaseExternalId(externalId);
    const isMoved = state.sections.some(({ from }) => from !== undefined);
    const withSections = external.map(({ id = new Types.ObjectId().toHexString(), ...one }) => ({
      id,
      ...one,
    }));
    const asked = {
      ...detailsOf(state),
      externalId,
      // The former course has the names until its sections have moved.
      ...(isMoved && { withSections }),
      ...(!isMoved && { otherSections }),
      ...(!isMoved && first && { section: first.name, sectionExternalId: first.externalId }),
      stated: statementsOf(state, by),
    };
    const created = await courses.create(by, withEnrollmentMode(asked, newCourseEnrollment));
    return created ? undefined : CONFLICT;
  };

  /** Moves sections back that an undo returns to their former courses. */
  const moveBack = async (change: Change<StatedCourse>, by: string): Promise<Change<StatedCourse>> => {
    const { key, before, after } = change;
    const leaving = after?.sections.filter(({ leavesTo }) => leavesTo !== undefined) ?? [];
    if (!before?.id || !after || leaving.length === 0) return change;
    for (const { id: sectionId = '', leavesTo: to = '', externalId, world, ledger } of leaving) {
      const name = String(world?.['name']);
      await moves.moveBack({ sectionId, from: before.id, to }, { externalId, name, ledger }, by);
    }
    const sections = after.sections.filter((section) => !leaving.includes(section));
    return { key, before: (await load([key])).get(key), after: { ...after, sections } };
  };

  const writeOne = async (
    change: Change<StatedCourse>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const { key, before, after } = await moveBack(change, by);
    if (!before?.world) return after?.world ? create(key, after, by) : undefined;
    const course = await courses.find(before.id ?? '');
    if (!course || course.version !== before.version) return CONFLICT;
    if (!after?.world) {
      await deleteCourse(course);
      await courseStatements.releaseExternalId(key);
      return undefined;
    }
    const details = detailsOf(after);
    const changed = withExternalSections(
      {
        ...course,
        ...details,
        version: course.version + 1,
        // The course no longer follows its former term.
        ...(details.termId !== course.termId && { archivedWithTerm: undefined, copiedFrom: undefined }),
      },
      externalSectionsOf(after),
    );
    const written = await courses.change(changed, { bulk: true, stated: statementsOf(after, by) });
    return written === true ? undefined : CONFLICT;
  };

  const load = async (keys: string[]) =>
    new Map(
      (await courseStatements.findByExternalIds(keys)).map((stored): [string, StatedCourse] => [
        stored.course.externalId ?? '',
        stateOf(stored),
      ]),
    );

  const hasArrivals = ({ after }: Change<StatedCourse>): boolean =>
    after?.sections.some(({ from }) => from !== undefined) ?? false;

  /** All courses are written first, because the courses that sections leave may be among them. */
  const finishMoves = async (
    changes: Change<StatedCourse>[],
    problems: Map<string, Problem>,
  ): Promise<void> => {
    const entered = changes.filter(hasArrivals).map(({ key }) => key);
    if (entered.length === 0) return;
    for (const [key, { id = '' }] of await load(entered))
      if (!(await moves.finish(id))) problems.set(key, { problem: 'section_elsewhere', field: 'id' });
  };

  const write = async (changes: Change<StatedCourse>[], application: Application) => {
    const problems = new Map<string, Problem>();
    const restated = new Map<string, string>();
    const writes: Parameters<CourseStatementStore['stateAll']>[0] = [];
    for (const change of changes) {
      const { key, before, after } = change;
      const { id, version } = before ?? {};
      const isSame = before && after && isDeepStrictEqual(decidedInCourse(before), decidedInCourse(after));
      if (isSame && id !== undefined && version !== undefined) {
        restated.set(id, key);
        writes.push({ id, version, stated: statementsOf(after, application.by) });
        continue;
      }
      const problem = await writeOne(change, application).catch((error: unknown) => {
        if (error instanceof DomainError && error.kind === 'conflict') return CONFLICT;
        throw error;
      });
      if (problem) problems.set(key, problem);
    }
    for (const id of await courseStatements.stateAll(writes)) problems.set(restated.get(id) ?? '', CONFLICT);
    await finishMoves(
      changes.filter(({ key }) => !problems.has(key)),
      problems,
    );
    return problems;
  };

  const { undoCourse, listEntered } = createUndoCourses({ courseStatements, findCourseUse, moves });
  const decidedIn = decidedInCourse;
  const isThere = ({ world }: StatedCourse) => world !== undefined;
  const partsIn = ({ ledger, sections }: StatedCourse): StatedPart[] =>
    [{ part: '', ledger }, ...sections.map((one) => ({ part: `section ${one.externalId}`, ...one }))].flatMap(
      ({ part, ledger: ofPart }) => (ofPart ? { part, ledger: ofPart } : []),
    );
  const undoRun = createUndoRun<StatedCourse>({ load, write, decidedIn, isThere }, undoCourse);
  return {
    ...{ load, write, decidedIn, isThere, undoRun, ...rulesOfParts(load, partsIn) },
    ...{ changesBetween: changesInCourse, overridesBetween: overridesInCourse },
  };
};
