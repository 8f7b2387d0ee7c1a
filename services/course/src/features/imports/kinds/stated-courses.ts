import { isDeepStrictEqual } from 'node:util';
import type { EnrollmentMode } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type {
  CourseStatementStore,
  StatedCourse as Stored,
} from '../../../core/courses/course-statements.ts';
import type { FindCourseUse } from '../../../core/courses/course-use.ts';
import type { Course, Courses } from '../../../core/courses/courses.ts';
import { withEnrollmentMode } from '../../../core/courses/new-course.ts';
import { withExternalSections } from '../../../core/courses/rules/external-sections.ts';
import type { CourseStatements } from '../../../db/statement-models.ts';
import { type Application, type Change, CONFLICT, type Problem } from './kind.ts';
import { createUndoRun, overridesBetween, type Stated, type Undone, undoObject } from './stated-objects.ts';

interface StatedSection extends Stated {
  externalId: string;
  /** The section's id; missing for one that is not stored. */
  id?: string;
}
/** A course and its sections with an external id. */
export interface StatedCourse extends Stated {
  id?: string;
  version?: number;
  sections: StatedSection[];
  /** The names of the other sections, unless they are archived. */
  otherNames: string[];
}
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
export const createStatedCourses = ({
  courses,
  courseStatements,
  findCourseUse,
  newCourseEnrollment,
  deleteCourse,
}: StatedCourseDeps) => {
  const create = async (
    externalId: string,
    state: StatedCourse,
    by: string,
  ): Promise<Problem | undefined> => {
    const [first, ...otherSections] = externalSectionsOf(state);
    await courseStatements.releaseExternalId(externalId);
    const asked = {
      ...detailsOf(state),
      externalId,
      otherSections,
      ...(first && { section: first.name, sectionExternalId: first.externalId }),
      stated: statementsOf(state),
    };
    const created = await courses.create(by, withEnrollmentMode(asked, newCourseEnrollment));
    return created ? undefined : CONFLICT;
  };

  const writeOne = async (
    { key, before, after }: Change<StatedCourse>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
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
    const written = await courses.change(changed, { bulk: true, stated: statementsOf(after) });
    return written === true ? undefined : CONFLICT;
  };

  const load = async (keys: string[]) =>
    new Map(
      (await courseStatements.findByExternalIds(keys)).map((stored): [string, StatedCourse] => [
        stored.course.externalId ?? '',
        stateOf(stored),
      ]),
    );

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
        writes.push({ id, version, stated: statementsOf(after) });
        continue;
      }
      const problem = await writeOne(change, application).catch((error: unknown) => {
        if (error instanceof DomainError && error.kind === 'conflict') return CONFLICT;
        throw error;
      });
      if (problem) problems.set(key, problem);
    }
    for (const id of await courseStatements.stateAll(writes)) problems.set(restated.get(id) ?? '', CONFLICT);
    return problems;
  };

  /** A course in use stays, and so does a section with students or classes, or that people changed. */
  const undoCourse = async (
    before: StatedCourse,
    application: Application,
  ): Promise<Undone<StatedCourse>> => {
    const course = undoObject(before, application);
    const undone = before.sections.map((section) => ({ section, ...undoObject(section, application) }));
    const keepAsIs = { ...course.keepAsIs, sections: undone.map((one) => one.keepAsIs) };
    const endsCourse = before.world !== undefined && course.after.world === undefined;
    const isEnded = ({ section, after }: (typeof undone)[number]) => section.world && !after.world;
    const use = endsCourse || undone.some(isEnded) ? await findCourseUse(before.id ?? '') : undefined;
    const isKept = course.isKept || undone.some((one) => one.isKept);
    if (endsCourse && !isKept && !use?.isUsed) return { after: course.after, isKept, keepAsIs };

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
  const undoRun = createUndoRun<StatedCourse>({ load, write, decidedIn, isThere }, undoCourse);
  return { load, write, decidedIn, isThere, undoRun, overridesBetween: overridesInCourse };
};
