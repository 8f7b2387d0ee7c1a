import { isDeepStrictEqual } from 'node:util';
import type { EnrollmentMode } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { Types } from 'mongoose';
import type { CourseStatementStore } from '../../../core/courses/course-statements.ts';
import type { FindCourseUse } from '../../../core/courses/course-use.ts';
import type { Course } from '../../../core/courses/courses.ts';
import { withEnrollmentMode } from '../../../core/courses/new-course.ts';
import { withExternalSections } from '../../../core/courses/rules/external-sections.ts';
import {
  changesInCourse,
  courseValuesFromFiles,
  detailsOf,
  externalSectionsOf,
  overridesInCourse,
  partsOfCourse,
  type StatedCourse,
  stateOf,
  statementsOf,
} from './course-state.ts';
import { type ApplyContext, type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';
import type { SectionMoveDeps, SectionMovesOfImports } from './section-moves.ts';
import { createUndoRun } from './stated-objects.ts';
import { rulesOfParts } from './stated-parts.ts';
import { createUndoCourses } from './undo-courses.ts';

export interface StatedCourseDeps extends SectionMoveDeps {
  findCourseUse: FindCourseUse;
  newCourseEnrollment: EnrollmentMode;
  deleteCourse: (course: Course) => Promise<void>;
}

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
      // The previous course keeps the names until its sections have moved.
      ...(isMoved && { withSections }),
      ...(!isMoved && { otherSections }),
      ...(!isMoved && first && { section: first.name, sectionExternalId: first.externalId }),
      stated: statementsOf(state, by),
    };
    const created = await courses.create(by, withEnrollmentMode(asked, newCourseEnrollment));
    return created ? undefined : CONFLICT_PROBLEM;
  };

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
    { by }: ApplyContext,
  ): Promise<Problem | undefined> => {
    const { key, before, after } = await moveBack(change, by);
    if (!before?.world) return after?.world ? create(key, after, by) : undefined;
    const course = await courses.find(before.id ?? '');
    if (!course || course.version !== before.version) return CONFLICT_PROBLEM;
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
        // A course that leaves its term is no longer restored together with it.
        ...(details.termId !== course.termId && { archivedWithTerm: undefined, copiedFrom: undefined }),
      },
      externalSectionsOf(after),
    );
    const written = await courses.change(changed, { bulk: true, stated: statementsOf(after, by) });
    return written === true ? undefined : CONFLICT_PROBLEM;
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

  /** Runs after all courses are written, because the previous courses of the sections may be among them. */
  const finishMoves = async (
    changes: Change<StatedCourse>[],
    problems: Map<string, Problem>,
  ): Promise<void> => {
    const entered = changes.filter(hasArrivals).map(({ key }) => key);
    if (entered.length === 0) return;
    for (const [key, { id = '' }] of await load(entered))
      if (!(await moves.finish(id))) problems.set(key, { problem: 'section_elsewhere', field: 'id' });
  };

  const write = async (changes: Change<StatedCourse>[], application: ApplyContext) => {
    const problems = new Map<string, Problem>();
    const restated = new Map<string, string>();
    const writes: Parameters<CourseStatementStore['stateAll']>[0] = [];
    for (const change of changes) {
      const { key, before, after } = change;
      const { id, version } = before ?? {};
      const isSame =
        before && after && isDeepStrictEqual(courseValuesFromFiles(before), courseValuesFromFiles(after));
      if (isSame && id !== undefined && version !== undefined) {
        restated.set(id, key);
        writes.push({ id, version, stated: statementsOf(after, application.by) });
        continue;
      }
      const problem = await writeOne(change, application).catch((error: unknown) => {
        if (error instanceof DomainError && error.kind === 'conflict') return CONFLICT_PROBLEM;
        throw error;
      });
      if (problem) problems.set(key, problem);
    }
    for (const id of await courseStatements.stateAll(writes))
      problems.set(restated.get(id) ?? '', CONFLICT_PROBLEM);
    await finishMoves(
      changes.filter(({ key }) => !problems.has(key)),
      problems,
    );
    return problems;
  };

  const { undoCourse, listEntered } = createUndoCourses({ courseStatements, findCourseUse, moves });
  const decidedIn = courseValuesFromFiles;
  const isThere = ({ world }: StatedCourse) => world !== undefined;
  const undoOfCourses = createUndoRun<StatedCourse>({ load, write, decidedIn, isThere }, undoCourse);

  const undoRun: typeof undoOfCourses = async (keys, application, dryRun) => {
    await moves.finishAll();
    const entered = await listEntered(keys);
    const outcomes = await undoOfCourses([...keys, ...entered], application, dryRun);
    const isUndone = entered.every((key) => outcomes.has(key));
    return new Map([...outcomes].filter(([key]) => isUndone && keys.includes(key)));
  };
  return {
    load,
    write,
    decidedIn,
    isThere,
    undoRun,
    ...rulesOfParts(load, partsOfCourse),
    changesBetween: changesInCourse,
    overridesBetween: overridesInCourse,
  };
};
