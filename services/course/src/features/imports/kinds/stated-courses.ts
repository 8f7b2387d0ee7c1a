import { isDeepStrictEqual } from 'node:util';
import type { EnrollmentMode } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { Types } from 'mongoose';
import type {
  CourseStatementStore,
  StatedCourse as Stored,
} from '../../../core/courses/course-statements.ts';
import type { FindCourseUse } from '../../../core/courses/course-use.ts';
import type { Course } from '../../../core/courses/courses.ts';
import { withEnrollmentMode } from '../../../core/courses/new-course.ts';
import { withExternalSections } from '../../../core/courses/rules/external-sections.ts';
import type { ArrivingSection, CourseStatements } from '../../../db/statement-models.ts';
import { type Application, type Change, CONFLICT, type Problem } from './kind.ts';
import type { SectionMoveDeps, SectionMovesOfImports } from './section-moves.ts';
import { createUndoRun, overridesBetween, type Stated, type Undone, undoObject } from './stated-objects.ts';

export interface StatedSection extends Stated {
  externalId: string;
  /** The section's id; missing for one that is not stored. */
  id?: string;
  /** The id of the course from which it moves here. */
  from?: string | undefined;
  /** The id of the course to which an undo moves it back. */
  leavesTo?: string | undefined;
}
/** A course and its sections with an external id. */
export interface StatedCourse extends Stated {
  id?: string;
  version?: number;
  sections: StatedSection[];
  /** The names of the other sections, unless they are archived. */
  otherNames: string[];
  arriving?: ArrivingSection[] | undefined;
}
interface CourseValues {
  code: string;
  name: string;
  semester: number;
  termId: string | null;
  unitId: string | null;
}

export interface StatedCourseDeps extends SectionMoveDeps {
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

export const stateOf = ({
  course,
  stated: { statements, sectionStatements = [], arriving },
}: Stored): StatedCourse => {
  const { id, version, deleted, externalId: courseExternalId = '' } = course;
  if (deleted) return { id, version, world: undefined, ledger: statements, sections: [], otherNames: [] };
  const ledgers = new Map(sectionStatements.map(({ externalId, ledger }) => [externalId, ledger]));
  return {
    id,
    version,
    arriving,
    world: { ...valuesOf(course) },
    ledger: statements,
    sections: course.sections.flatMap(({ id: sectionId, externalId, name }) =>
      externalId === undefined
        ? []
        : {
            ...{ id: sectionId, externalId, ledger: ledgers.get(externalId) },
            world: { name, id: externalId, course: courseExternalId },
          },
    ),
    otherNames: course.sections.flatMap(({ externalId, name, archived }) =>
      externalId === undefined && !archived ? name : [],
    ),
  };
};

/** The values that files decide. */
const decidedInCourse = ({ world, sections }: StatedCourse): unknown => [
  world,
  sections.map(({ externalId, world: section }) => [externalId, section]),
];

const overridesInCourse = (before: StatedCourse, after: StatedCourse, application: Application): string[] => [
  ...overridesBetween(before, after, application),
  ...before.sections.flatMap((section) => {
    const next = after.sections.find(({ externalId }) => externalId === section.externalId);
    return next && overridesBetween(section, next, application).length > 0 ? 'section' : [];
  }),
];

const statementsOf = ({ ledger, sections, arriving }: StatedCourse, by: string): CourseStatements => {
  const moving = sections.flatMap(({ id, from }) =>
    id !== undefined && from !== undefined ? { sectionId: id, from, by } : [],
  );
  const stated = sections.flatMap((section) =>
    section.ledger ? { externalId: section.externalId, ledger: section.ledger } : [],
  );
  return {
    statements: ledger,
    sectionStatements: stated.length > 0 ? stated : undefined,
    ...(moving.length > 0 && { arriving: [...(arriving ?? []), ...moving] }),
  };
};

const externalSectionsOf = ({ sections }: StatedCourse) =>
  sections.flatMap(({ id, externalId, world }) =>
    world ? { ...(id !== undefined && { id }), externalId, name: String(world['name']) } : [],
  );

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
    const withSections = external.map(({ id = new Types.ObjectId().toHexString(), ...one }) => ({ id, ...one }));
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

  /** A section that moved here moves back, unless a class took place since. */
  const undoSection = async (section: StatedSection, courseId: string, application: Application) => {
    const { after, isKept, keepAsIs } = undoObject(section, application);
    const { id: sectionId, world } = section;
    const externalId = String(after.world?.['id'] ?? section.externalId);
    const course = after.world?.['course'];
    if (sectionId === undefined || typeof course !== 'string' || course === world?.['course'])
      return { section, after: { ...after, externalId }, isKept, keepAsIs };
    const [former] = await courseStatements.findByExternalIds([course]);
    const to = former && !former.course.deleted ? former.course.id : undefined;
    const problem = to === undefined || (await moves.findProblem({ sectionId, from: courseId, to }, application.by));
    if (problem) return { section, after: keepAsIs, isKept: true, keepAsIs };
    return { section, after: { ...after, externalId, leavesTo: to }, isKept, keepAsIs };
  };

  /** A course in use stays, and so does a section with students or classes, or that people changed. */
  const undoCourse = async (
    before: StatedCourse,
    application: Application,
  ): Promise<Undone<StatedCourse>> => {
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
    // A course has at least one section.
    const kept = new Set(isLeft ? staying : undone.slice(0, 1));
    const after = {
      ...(endsCourse ? course.keepAsIs : course.after),
      sections: undone.map((one) => (kept.has(one) ? one.keepAsIs : one.after)),
    };
    return { after, isKept: isKept || endsCourse || kept.size > 0, keepAsIs };
  };

  const decidedIn = decidedInCourse;
  const isThere = ({ world }: StatedCourse) => world !== undefined;
  const undoOfCourses = createUndoRun<StatedCourse>({ load, write, decidedIn, isThere }, undoCourse);

  /** The courses to which sections of these have moved, where the run is undone too. */
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

  const undoRun: typeof undoOfCourses = async (keys, application, dryRun) => {
    await moves.finishAll();
    const entered = await listEntered(keys);
    const outcomes = await undoOfCourses([...keys, ...entered], application, dryRun);
    const isUndone = entered.every((key) => outcomes.has(key));
    return new Map([...outcomes].filter(([key]) => isUndone && keys.includes(key)));
  };
  return { load, write, decidedIn, isThere, undoRun, overridesBetween: overridesInCourse };
};
