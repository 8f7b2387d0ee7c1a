import { isDeepStrictEqual } from 'node:util';
import { nameSchema, sectionNameSchema, semesterSchema } from '@qr-attendance/contracts';
import { EXISTS, undo, type Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import type { Terms } from '../../../core/terms/terms.ts';
import type { Units } from '../../../core/units/units.ts';
import { createFindSections } from './find-sections.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { type Application, defineKind, isProblem, type Problem, type Target } from './kind.ts';
import { createStatedCourses, type StatedCourse, type StatedCourseDeps } from './stated-courses.ts';
import { applyEffect, NOT_STATED, stateObject } from './stated-objects.ts';

const MAX_NAME = 30;
const idSchema = nameSchema(100);
const rowSchema = z.object({
  id: idSchema,
  section: z.optional(sectionNameSchema),
  course: idSchema,
  code: nameSchema(20),
  name: nameSchema(200),
  semester: semesterSchema,
  term: z.optional(idSchema),
  unit: z.optional(idSchema),
});
type Row = z.output<typeof rowSchema>;

interface ResolvedRow {
  section: { externalId: string; name: string };
  /** A line without a term or a unit keeps those of the course. */
  course: Values;
}

export interface SectionDeps extends StatedCourseDeps {
  importedCourses: ImportedCourses;
  terms: Terms;
  units: Units;
}

/** Lines of the same run can state the term or unit that earlier ones left out. */
const stateCourse = (stated: StatedCourse, values: Values, application: Application): StatedCourse => {
  const { run, ranking } = application;
  const earlier = stated.ledger?.entries.findLast(({ runs }) => runs.includes(run));
  if (!earlier || Object.keys(values).every((field) => field in earlier.values))
    return stateObject(stated, values, application);
  const { [EXISTS]: _exists, ...known } = earlier.values;
  const { ledger, effect } = undo(stated.ledger, run, stated.world, ranking);
  const before = { ...stated, ledger, world: applyEffect(stated.world, effect) };
  return stateObject(before, { ...known, ...values }, application);
};

const foldSection = (
  stated: StatedCourse | undefined,
  { course, section: { externalId, name } }: ResolvedRow,
  application: Application,
): StatedCourse | Problem => {
  const next = stateCourse(stated ?? { ...NOT_STATED, sections: [], otherNames: [] }, course, application);
  // People deleted it.
  if (!next.world) return next;
  const index = next.sections.findIndex((one) => one.externalId === externalId);
  const before = next.sections[index] ?? { ...NOT_STATED, externalId };
  const after = stateObject(before, { name }, application);
  const sections = index < 0 ? [...next.sections, after] : next.sections.with(index, after);
  const isRenamed = !isDeepStrictEqual(before.world, after.world);
  const names = [...next.otherNames, ...sections.flatMap(({ world }) => world?.['name'] ?? [])];
  return isRenamed && names.filter((one) => one === after.world?.['name']).length > 1
    ? { problem: 'conflict', field: 'section' }
    : { ...next, sections };
};

/** A line is a section. Lines with the same course belong together. */
export const sectionRules = (deps: SectionDeps) => {
  const { importedCourses, terms, units } = deps;
  const termIds = new Map<string, string | Problem>();
  const unitIds = new Map<string, string | undefined>();
  const sections = createFindSections(importedCourses, terms);

  const findTerm = async (externalId: string): Promise<string | Problem> => {
    const [term] = await terms.findByExternalIds([externalId]);
    if (!term) return { problem: 'unknown_term', field: 'term' };
    return term.archived ? { problem: 'archived', field: 'term' } : term._id.toHexString();
  };
  const termIdOf = async (externalId: string): Promise<string | Problem> => {
    const known = termIds.get(externalId) ?? (await findTerm(externalId));
    termIds.set(externalId, known);
    return known;
  };
  const unitIdOf = async (externalId: string): Promise<string | Problem> => {
    if (!unitIds.has(externalId)) {
      const [unit] = await units.findByExternalIds([externalId]);
      unitIds.set(externalId, unit?._id.toHexString());
    }
    return unitIds.get(externalId) ?? { problem: 'unknown_unit', field: 'unit' };
  };

  const resolveOne = async (row: Row): Promise<Target<ResolvedRow> | Problem> => {
    const { id, course, section = id.slice(0, MAX_NAME), code, name, semester, term, unit } = row;
    const termId = term === undefined ? undefined : await termIdOf(term);
    if (termId !== undefined && isProblem(termId)) return termId;
    const unitId = unit === undefined ? undefined : await unitIdOf(unit);
    if (unitId !== undefined && isProblem(unitId)) return unitId;
    const isElsewhere = (await sections.listAll(id)).some(
      (other) =>
        other.courseExternalId !== course &&
        // In another term, the id stands for another section.
        (termId === undefined || other.termId === undefined || termId === other.termId),
    );
    if (isElsewhere) return { problem: 'section_elsewhere', field: 'id' };
    const stated = {
      code,
      name,
      semester,
      ...(termId !== undefined && { termId }),
      ...(unitId !== undefined && { unitId }),
    };
    return { key: course, row: { section: { externalId: id, name: section }, course: stated } };
  };

  return defineKind<Row, ResolvedRow, StatedCourse>({
    schema: rowSchema,
    statedKeys: (row) => {
      const { id, course, code, name, semester, term, unit } = row;
      const ofCourse = (field: string, stated: unknown) => ({ key: `${field}\n${course}`, stated });
      return [
        { key: ['section', id, term ?? ''].join('\n'), stated: row },
        ofCourse('course', { code, name, semester }),
        // A line without a term or a unit keeps those of the course.
        ...(term === undefined ? [] : [ofCourse('term', term)]),
        ...(unit === undefined ? [] : [ofCourse('unit', unit)]),
      ];
    },
    batchSize: 100,
    refersToItself: true,
    resolve: async (rows) => {
      await sections.load(rows.map(({ id }) => ({ section: id })));
      const targets: (Target<ResolvedRow> | Problem)[] = [];
      for (const row of rows) targets.push(await resolveOne(row));
      return targets;
    },
    ...createStatedCourses(deps),
    fold: foldSection,
    countExisting: () => importedCourses.count(),
  });
};
