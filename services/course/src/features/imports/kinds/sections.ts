import { isDeepStrictEqual } from 'node:util';
import { type EnrollmentMode, nameSchema, sectionNameSchema, semesterSchema } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { z } from 'zod/mini';
import type { Course, Courses } from '../../../core/courses/courses.ts';
import { withEnrollmentMode } from '../../../core/courses/new-course.ts';
import { withExternalSections } from '../../../core/courses/rules/external-sections.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import type { Units } from '../../../core/units/units.ts';
import { createFindSections } from './find-sections.ts';
import type { ImportedCourses } from './imported-courses.ts';
import {
  type Application,
  type Change,
  CONFLICT,
  defineKind,
  isProblem,
  type Problem,
  type Target,
  writeEach,
} from './kind.ts';

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

interface ExternalSection {
  externalId: string;
  name: string;
}
interface CourseState {
  code: string;
  name: string;
  semester: number;
  termId?: string;
  unitId?: string;
  /** Those with an external id, in their order. */
  sections: ExternalSection[];
}
type ResolvedRow = Omit<CourseState, 'sections'> & { section: ExternalSection };

export interface SectionDeps {
  courses: Courses;
  importedCourses: ImportedCourses;
  terms: Terms;
  units: Units;
  newCourseEnrollment: EnrollmentMode;
  /** @throws DomainError if the course is in use */
  deleteCourse: (course: Course) => Promise<void>;
}

const stateOf = ({ code, name, semester, termId, unitId, sections }: Course): CourseState => ({
  ...{ code, name, semester },
  ...(termId !== undefined && { termId }),
  ...(unitId !== undefined && { unitId }),
  sections: sections.flatMap(({ externalId, name: section }) =>
    externalId === undefined ? [] : { externalId, name: section },
  ),
});

/** A line is a section. Lines with the same course belong together. */
export const sectionRules = (deps: SectionDeps) => {
  const { courses, importedCourses, terms, units, newCourseEnrollment, deleteCourse } = deps;
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
    const resolved = {
      ...{ code, name, semester, section: { externalId: id, name: section } },
      ...(termId !== undefined && { termId }),
      ...(unitId !== undefined && { unitId }),
    };
    return { key: course, row: resolved };
  };

  const create = async (externalId: string, state: CourseState, by: string): Promise<Problem | undefined> => {
    const { sections, ...details } = state;
    const [first, ...otherSections] = sections;
    const asked = {
      ...{ ...details, externalId, otherSections },
      ...(first && { section: first.name, sectionExternalId: first.externalId }),
    };
    const created = await courses.create(by, withEnrollmentMode(asked, newCourseEnrollment));
    return created ? undefined : CONFLICT;
  };

  const writeOne = async (
    { key, before, after }: Change<CourseState>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const [course] = await importedCourses.find([key]);
    if (!after) {
      if (course) await deleteCourse(course);
      return undefined;
    }
    if (!course) return before ? CONFLICT : create(key, after, by);
    if (!isDeepStrictEqual(stateOf(course), before)) return CONFLICT;
    const { sections, ...details } = after;
    const changed = withExternalSections(
      {
        ...{ ...course, termId: undefined, unitId: undefined, ...details, version: course.version + 1 },
        // The course no longer follows its former term.
        ...(details.termId !== course.termId && { archivedWithTerm: undefined, copiedFrom: undefined }),
      },
      sections,
    );
    return (await courses.change(changed, { bulk: true })) === true ? undefined : CONFLICT;
  };

  return defineKind<Row, ResolvedRow, CourseState>({
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
    load: async (keys) => {
      const found = await importedCourses.find(keys);
      return new Map(found.map((course) => [course.externalId ?? '', stateOf(course)]));
    },
    fold: (state, { section, ...details }) => {
      const sections = state?.sections ?? [];
      const index = sections.findIndex(({ externalId }) => externalId === section.externalId);
      if (sections.some(({ name }, at) => at !== index && name === section.name))
        return { problem: 'conflict', field: 'section' };
      return {
        ...state,
        // A line without a term or a unit keeps those of the course.
        ...details,
        sections: index < 0 ? [...sections, section] : sections.with(index, section),
      };
    },
    write: (changes, application) =>
      writeEach(changes, (change) =>
        writeOne(change, application).catch((error: unknown) => {
          if (error instanceof DomainError && error.kind === 'conflict') return CONFLICT;
          throw error;
        }),
      ),
    countExisting: () => importedCourses.count(),
  });
};
