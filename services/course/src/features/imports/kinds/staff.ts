import {
  addedRoleSchema,
  institutionIdSchema,
  canLimitToSections,
  nameSchema,
  routes,
  unitRoleSchema,
} from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import type { UnitDocument } from '../../../db/campus-models.ts';
import { toMoments } from '../../../core/staff/staff-days.ts';
import { fileDaySchema } from './day.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import { createFindPeople } from './find-people.ts';
import { createFindSections, type SectionSearch } from './find-sections.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { CONFLICT_PROBLEM, defineKind, isProblem, type Problem, type Target } from './kind.ts';
import { createUndoRun } from './stated-objects.ts';
import { rulesOfParts } from './stated-parts.ts';
import { createStaffStore, type StaffStoreDeps } from './staff-store.ts';
import { changesInStaff } from './staff-values.ts';
import { type StatedRole, type StatedStaff, overridesInStaff, stateRole, undoStaff } from './stated-staff.ts';
import { isRoleOfUnit, unitIdOf, unitKeyOf } from './unit-staff.ts';

const lowerCase = z.transform((value) => String(value).toLowerCase().replaceAll(' ', '-'));
const COURSE_ROLES = ['owner', ...addedRoleSchema.options] as const;
const isRoleOfCourse = (role: string): boolean => COURSE_ROLES.some((one) => one === role);

const rowSchema = z.object({
  person: institutionIdSchema,
  role: z.pipe(lowerCase, z.enum([...COURSE_ROLES, ...unitRoleSchema.options])),
  scope: z.pipe(lowerCase, z.enum(['course', 'section', 'unit'])),
  scopeId: nameSchema(100),
  term: z.optional(nameSchema(100)),
  firstDay: z.optional(fileDaySchema),
  lastDay: z.optional(fileDaySchema),
});
type Row = z.output<typeof rowSchema>;

const toSearch = ({ scopeId, term }: Row): SectionSearch => ({ section: scopeId, term });

export interface StaffDeps extends StaffStoreDeps {
  terms: Terms;
  importedCourses: ImportedCourses;
  auth: InternalClient;
  campusTimeZone: string;
}

/** A line is a role of a person. Staff that the file does not mention are kept. */
export const staffRules = ({
  terms,
  courses,
  courseStatements,
  units,
  importedCourses,
  auth,
  campusTimeZone,
}: StaffDeps) => {
  const directory = createFindPeople(auth);
  const courseIds = new Map<string, string | undefined>();
  const sections = createFindSections(importedCourses, terms);
  const unitsById = new Map<string, UnitDocument | undefined>();
  const members = new Map<string, object>();
  const administrators = new Map<string, boolean>();

  const findCourses = async (externalIds: string[]): Promise<void> => {
    const unknown = [...new Set(externalIds)].filter((id) => !courseIds.has(id));
    if (unknown.length === 0) return;
    const found = await importedCourses.find(unknown);
    const ids = new Map(found.map(({ externalId, id }) => [externalId, id]));
    for (const id of unknown) courseIds.set(id, ids.get(id));
  };

  const findUnits = async (externalIds: string[]): Promise<void> => {
    const unknown = [...new Set(externalIds)].filter((id) => !unitsById.has(id));
    if (unknown.length === 0) return;
    const found = new Map((await units.findByExternalIds(unknown)).map((unit) => [unit.externalId, unit]));
    for (const id of unknown) unitsById.set(id, found.get(id));
  };

  /**
   * Whether the owner of an imported course is the administrator who imported it, before the teacher is
   * known. Such an owner has no other role in the course.
   */
  const isAdministrator = async (userId: string): Promise<boolean> => {
    const known =
      administrators.get(userId) ??
      (await auth.get(routes.auth.getUserInternal, { id: userId }))?.userType !== 'TEACHER';
    administrators.set(userId, known);
    return known;
  };

  const wasAdministrator = (id: string): boolean => administrators.get(id) ?? false;

  const toMember = ({ role, firstDay, lastDay }: Row, userId: string): StatedRole => {
    // Owners have no days; they remain until the course is handed over.
    const days = role === 'owner' ? {} : { from: firstDay, until: lastDay };
    return { userId, role, ...toMoments(days, campusTimeZone) };
  };

  const keyOf = (
    { role, scope, scopeId }: Row,
    section: { courseId: string } | undefined,
  ): string | Problem => {
    if (scope === 'unit') {
      const unit = unitsById.get(scopeId);
      if (!unit) return { problem: 'unknown_unit', field: 'scopeId' };
      return isRoleOfUnit(role, unit)
        ? unitKeyOf(unit._id.toHexString())
        : { problem: 'role_scope', field: 'scope' };
    }
    const isPossible = scope === 'course' ? isRoleOfCourse(role) : canLimitToSections(role);
    if (!isPossible) return { problem: 'role_scope', field: 'scope' };
    return section?.courseId ?? courseIds.get(scopeId) ?? { problem: 'unknown_course', field: 'scopeId' };
  };

  const resolveOne = (
    row: Row,
    person: { id: string; userType: string } | undefined,
  ): Target<StatedRole> | Problem => {
    const section = row.scope === 'section' ? sections.choose(toSearch(row)) : undefined;
    if (section && isProblem(section))
      return { ...section, field: section.field === 'term' ? 'term' : 'scopeId' };
    const key = keyOf(row, section);
    if (isProblem(key)) return key;
    if (!person) return directory.unknown(row.person);
    if (person.userType !== 'TEACHER') return { problem: 'not_a_teacher', field: 'person' };
    const { firstDay, lastDay, role } = row;
    if (firstDay !== undefined && lastDay !== undefined && lastDay < firstDay)
      return { problem: 'days_reversed', field: 'lastDay' };
    // Substitutes must have dates, because their role is always temporary.
    if (role === 'substitute' && firstDay === undefined) return { problem: 'missing', field: 'firstDay' };
    if (role === 'substitute' && lastDay === undefined) return { problem: 'missing', field: 'lastDay' };
    const member = toMember(row, person.id);
    const limited = section ? { ...member, sectionId: section.sectionId } : member;
    // A person has one role in a unit or course, either in all of it or in sections, and a course has one
    // owner.
    const terms = { ...member, isLimited: section !== undefined };
    for (const place of [`${key} ${person.id}`, ...(role === 'owner' ? [key] : [])]) {
      if (!isDeepStrictEqual(members.get(place) ?? terms, terms))
        return { problem: 'repeated', field: 'role' };
      members.set(place, terms);
    }
    return { key, row: limited };
  };

  const store = createStaffStore({ courses, courseStatements, units, isAdministrator });

  return defineKind<Row, StatedRole, StatedStaff>({
    schema: rowSchema,
    // `resolveOne` compares the roles of a person in a course, because it knows the courses of sections.
    statedKeys: () => [],
    batchSize: 100,
    refersToItself: true,
    resolve: async (rows) => {
      await findCourses(rows.flatMap(({ scope, scopeId }) => (scope === 'course' ? scopeId : [])));
      await sections.load(rows.filter(({ scope }) => scope === 'section').map(toSearch));
      await findUnits(rows.flatMap(({ scope, scopeId }) => (scope === 'unit' ? scopeId : [])));
      const people = await directory.find(rows.map(({ person }) => person));
      return rows.map((row, index) => resolveOne(row, people[index]));
    },
    ...store,
    ...rulesOfParts<StatedStaff>(store.load, ({ ledgers }) =>
      Object.entries(ledgers).map(([part, ledger]) => ({ part, ledger })),
    ),
    changesBetween: changesInStaff,
    overridesBetween: overridesInStaff,
    labelsOf: async (keys) => {
      const codes = await importedCourses.codesOf(keys.filter((key) => unitIdOf(key) === undefined));
      return keys.map((key) => codes.get(key) ?? unitIdOf(key) ?? key);
    },
    personOf: ({ userId }) => userId,
    fold: (state, role, application) =>
      // The course or unit may have been deleted in the meantime.
      state
        ? stateRole(state, role, application, wasAdministrator)
        : { ...CONFLICT_PROBLEM, field: 'scopeId' },
    undoRun: createUndoRun<StatedStaff>(store, (before, application) =>
      undoStaff(before, application, wasAdministrator),
    ),
    countExisting: async () => (await importedCourses.count()) + (await units.count()),
  });
};
