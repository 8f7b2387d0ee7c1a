import type { StatedCourse as Stored } from '../../../core/courses/course-statements.ts';
import type { Course } from '../../../core/courses/courses.ts';
import type { ArrivingSection, CourseStatements } from '../../../db/statement-models.ts';
import type { Values } from '@qr-attendance/statements';
import { type ChangedValue, changesOfValues } from './changed-values.ts';
import type { ApplyContext, StatedPart } from './kind.ts';
import { overridesBetween, type StatedObject } from './stated-objects.ts';

export interface StatedSection extends StatedObject {
  externalId: string;
  id?: string;
  /** The id of the course from which the section is moving here. */
  from?: string | undefined;
  /** The id of the course to which an undo moves the section back. */
  leavesTo?: string | undefined;
}
export interface StatedCourse extends StatedObject {
  id?: string;
  version?: number;
  sections: StatedSection[];
  /** The names of the other sections that are not archived. */
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
            id: sectionId,
            externalId,
            ledger: ledgers.get(externalId),
            world: {
              name,
              id: externalId,
              course: courseExternalId,
            },
          },
    ),
    otherNames: course.sections.flatMap(({ externalId, name, archived }) =>
      externalId === undefined && !archived ? name : [],
    ),
  };
};

export const courseValuesFromFiles = ({ world, sections }: StatedCourse): unknown => [
  world,
  sections.map(({ externalId, world: section }) => [externalId, section]),
];

/** Each section's name is a separate value. */
const valuesOfCourse = (state: StatedCourse | undefined): Values =>
  Object.fromEntries([
    ...Object.entries(state?.world ?? {}),
    ...(state?.sections ?? []).map(({ externalId, world }) => [
      `section ${externalId}`,
      world?.['name'] ?? null,
    ]),
  ]) as Values;
export const changesInCourse = (before: StatedCourse | undefined, after: StatedCourse): ChangedValue[] =>
  changesOfValues(valuesOfCourse(before), valuesOfCourse(after));

export const partsOfCourse = ({ ledger, sections }: StatedCourse): StatedPart[] =>
  [{ part: '', ledger }, ...sections.map((one) => ({ part: `section ${one.externalId}`, ...one }))].flatMap(
    ({ part, ledger: ofPart }) => (ofPart ? { part, ledger: ofPart } : []),
  );

export const overridesInCourse = (
  before: StatedCourse,
  after: StatedCourse,
  application: ApplyContext,
): string[] => [
  ...overridesBetween(before, after, application),
  ...before.sections.flatMap((section) => {
    const next = after.sections.find(({ externalId }) => externalId === section.externalId);
    return next && overridesBetween(section, next, application).length > 0 ? 'section' : [];
  }),
];

export const statementsOf = ({ ledger, sections, arriving }: StatedCourse, by: string): CourseStatements => {
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

export const externalSectionsOf = ({ sections }: StatedCourse) =>
  sections.flatMap(({ id, externalId, world }) =>
    world ? { ...(id !== undefined && { id }), externalId, name: String(world['name']) } : [],
  );

export const detailsOf = ({ world }: StatedCourse) => {
  const { termId, unitId, ...details } = world as unknown as CourseValues;
  return { ...details, termId: termId ?? undefined, unitId: unitId ?? undefined };
};
