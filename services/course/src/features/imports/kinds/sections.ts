import { isDeepStrictEqual } from 'node:util';
import { nameSchema, sectionNameSchema, semesterSchema } from '@qr-attendance/contracts';
import { EXISTS, undo, type Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import type { Terms } from '../../../core/terms/terms.ts';
import type { Units } from '../../../core/units/units.ts';
import { createFindSections } from './find-sections.ts';
import type { ImportDocument } from '../../../db/import-models.ts';
import type { ImportedCourses, ImportedSection } from './imported-courses.ts';
import {
  type ApplyContext,
  CONFLICT_PROBLEM,
  defineKind,
  isProblem,
  type Problem,
  type Target,
} from './kind.ts';
import { chooseByPreviousId, statedIdsOf } from './previous-ids.ts';
import { createRenamedSections } from './renamed-sections.ts';
import { createSectionMoves } from './section-moves.ts';
import { type StatedCourse, type StatedSection, stateOf } from './course-state.ts';
import { createStatedCourses, type StatedCourseDeps } from './stated-courses.ts';
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
  previous: z.optional(idSchema),
});
type Row = z.output<typeof rowSchema>;

interface ResolvedRow {
  section: {
    externalId: string;
    name: string;
    previous?: string | undefined;
    /** The section as it is in the course that it leaves. */
    elsewhere?: StatedSection | undefined;
  };
  /** The values of the course. Without a term or a unit in the line, the course keeps its own. */
  course: Values;
  courseId: string;
}

export interface SectionDeps extends StatedCourseDeps {
  importedCourses: ImportedCourses;
  terms: Terms;
  units: Units;
}

/** Lines of the same run can state a term or unit that earlier lines omitted. */
const stateCourse = (stated: StatedCourse, values: Values, application: ApplyContext): StatedCourse => {
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
  { course, section: { externalId, name, previous, elsewhere }, courseId }: ResolvedRow,
  application: ApplyContext,
): StatedCourse | Problem => {
  const next = stateCourse(stated ?? { ...NOT_STATED, sections: [], otherNames: [] }, course, application);
  // People have deleted the course.
  if (!next.world) return next;
  const indexOf = (id: string | undefined) => next.sections.findIndex((one) => one.externalId === id);
  const index = indexOf(externalId) < 0 && previous !== undefined ? indexOf(previous) : indexOf(externalId);
  const before = next.sections[index] ?? elsewhere ?? { ...NOT_STATED, externalId };
  const section = stateObject(before, { name, id: externalId, course: courseId }, application);
  // People have moved the section, so it stays where it is.
  if (index < 0 && elsewhere && section.world?.['course'] !== courseId) return next;
  const after = { ...section, externalId: String(section.world?.['id'] ?? externalId) };
  const sections = index < 0 ? [...next.sections, after] : next.sections.with(index, after);
  const isRenamed = !isDeepStrictEqual(before.world, after.world);
  const names = [...next.otherNames, ...sections.flatMap(({ world }) => world?.['name'] ?? [])];
  return isRenamed && names.filter((one) => one === after.world?.['name']).length > 1
    ? { problem: 'conflict', field: 'section' }
    : { ...next, sections };
};

/** A line is a section; lines with the same course id share a course. */
export const sectionRules = (deps: SectionDeps, { by }: Pick<ImportDocument, 'by'>) => {
  const { importedCourses, terms, units } = deps;
  const moves = createSectionMoves(deps);
  let finished: Promise<void> | undefined;
  const termIds = new Map<string, string | Problem>();
  const unitIds = new Map<string, string | undefined>();
  const sections = createFindSections(importedCourses, terms);
  const renamed = createRenamedSections(deps.courseStatements, sections);
  /** Lines of the batch whose section got its ID in any run, in any term. */
  let renamedRows = new Set<Row>();

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

  /** In another term, the same id is another section. */
  const listOfTerm = async (
    externalId: string | undefined,
    termId: string | undefined,
  ): Promise<ImportedSection[]> => {
    const found = externalId === undefined ? [] : await sections.listAll(externalId);
    return found.filter((one) => termId === undefined || one.termId === undefined || one.termId === termId);
  };

  const finishMoves = (): Promise<void> => (finished ??= moves.finishAll());

  const findSettled = async (rows: Row[], run: string): Promise<Set<Row>> => {
    await finishMoves();
    const { ever, before, deleted } = await renamed.find(rows, run);
    renamedRows = ever;
    // Lines of a deleted course change nothing, so another section may have the previous ID.
    const settled = new Set(deleted);
    for (const row of before) {
      const termId = row.term === undefined ? undefined : await termIdOf(row.term);
      if (termId !== undefined && isProblem(termId)) continue;
      // If the section is not in this term, the line can be about the section with the previous ID.
      if ((await listOfTerm(row.id, termId)).length > 0) settled.add(row);
    }
    return settled;
  };

  const findCurrent = async (
    row: Row,
    termId: string | undefined,
  ): Promise<ImportedSection | Problem | undefined> => {
    const { id, previous, course } = row;
    const find = async (externalId: string | undefined): Promise<ImportedSection | undefined> => {
      const ofTerm = await listOfTerm(externalId, termId);
      return ofTerm.find(({ courseExternalId }) => courseExternalId !== course) ?? ofTerm[0];
    };
    const isSame = (one: ImportedSection, other: ImportedSection) => one.sectionId === other.sectionId;
    const [byId, byPrevious] = [await find(id), await find(previous)];
    if (previous !== undefined && !byId && !byPrevious) {
      // The column with previous IDs was copied from the file of another term, so this section is new.
      const isOfOtherTerm = (await sections.listAll(previous)).length > 0;
      if (isOfOtherTerm || renamedRows.has(row)) return undefined;
    }
    return chooseByPreviousId({ id, previous }, byId, byPrevious, isSame);
  };

  /** The section of another course that moves here, if that is possible. */
  const findMoving = async (
    { courseId: from, sectionId, courseExternalId, archived }: ImportedSection,
    course: string,
  ): Promise<StatedSection | Problem> => {
    if (courseExternalId === undefined) return { problem: 'section_elsewhere', field: 'id' };
    if (archived) return { problem: 'archived', field: 'id' };
    const [entered] = await importedCourses.find([course]);
    if (entered?.archived) return { problem: 'archived', field: 'course' };
    const problem = await moves.findProblem({ sectionId, from, to: entered?.id }, by);
    const [left] = await deps.courseStatements.find([from]);
    const found = left && stateOf(left).sections.find(({ id }) => id === sectionId);
    if (problem || !found) return problem ?? { ...CONFLICT_PROBLEM, field: 'id' };
    return { ...found, from };
  };

  const resolveOne = async (row: Row): Promise<Target<ResolvedRow> | Problem> => {
    const { id, course, section = id.slice(0, MAX_NAME), code, name, semester, term, unit } = row;
    const termId = term === undefined ? undefined : await termIdOf(term);
    if (termId !== undefined && isProblem(termId)) return termId;
    const unitId = unit === undefined ? undefined : await unitIdOf(unit);
    if (unitId !== undefined && isProblem(unitId)) return unitId;
    const current = await findCurrent(row, termId);
    if (current && isProblem(current)) return current;
    const elsewhere = current && current.courseExternalId !== course ? current : undefined;
    const moving = elsewhere && (await findMoving(elsewhere, course));
    if (moving && isProblem(moving)) return moving;
    const stated = {
      code,
      name,
      semester,
      ...(termId !== undefined && { termId }),
      ...(unitId !== undefined && { unitId }),
    };
    return {
      key: course,
      row: {
        section: {
          externalId: id,
          name: section,
          previous: row.previous,
          elsewhere: moving,
        },
        course: stated,
        courseId: course,
      },
    };
  };

  return defineKind<Row, ResolvedRow, StatedCourse>({
    schema: rowSchema,
    statedKeys: (row, isSettled) => {
      const { id, course, code, name, semester, term, unit, previous } = row;
      const ofCourse = (field: string, stated: unknown) => ({ key: `${field}\n${course}`, stated });
      return [
        ...statedIdsOf({ id, previous }, row, isSettled, (text) => ['section', text, term ?? ''].join('\n')),
        ofCourse('course', { code, name, semester }),
        // A course keeps its term or unit if the line names none.
        ...(term === undefined ? [] : [ofCourse('term', term)]),
        ...(unit === undefined ? [] : [ofCourse('unit', unit)]),
      ];
    },
    findSettled,
    batchSize: 100,
    refersToItself: true,
    resolve: async (rows) => {
      await finishMoves();
      await sections.load(rows.flatMap(({ id, previous = id }) => [{ section: id }, { section: previous }]));
      const targets: (Target<ResolvedRow> | Problem)[] = [];
      for (const row of rows) targets.push(await resolveOne(row));
      return targets;
    },
    ...createStatedCourses(deps, moves),
    fold: foldSection,
    countExisting: () => importedCourses.count(),
  });
};
