import { type ImportProblem, institutionIdSchema, nameSchema } from '@qr-attendance/contracts';
import { DomainError, type InternalClient } from '@qr-attendance/server';
import { isStatedBy, type Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../../core/memberships/enrollment-requests.ts';
import type { RowOutcome } from '../../../core/memberships/rules/apply-memberships.ts';
import { createCampusDays } from '../../../core/memberships/rules/period-days.ts';
import type { FindRestatements } from '../../../core/memberships/rules/restatements.ts';
import {
  findMembershipOverrides,
  type StatedMember,
  type StatedMembership,
  stateMembership,
  withdrawMembership,
} from '../../../core/memberships/rules/stated-memberships.ts';
import { undoMembership } from '../../../core/memberships/rules/undo-membership.ts';
import { isOpen } from '../../../core/memberships/rules/periods.ts';
import { rosterEffects } from '../rules/roster-effects.ts';
import { changesOfValues } from './changed-values.ts';
import { fileDaySchema } from './day.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { defineKind, isProblem, type Problem, type Target } from './kind.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import { createFindPeople } from './find-people.ts';
import { createFindSections } from './find-sections.ts';
import { personKeyOf } from './person-rows.ts';
import { createLoadMarked, type MarkedMember } from './marked-members.ts';
import { createUndoRun } from './stated-objects.ts';
import {
  courseOf,
  createStatedMembers,
  keyOf,
  restatementsOf,
  type StoredMember,
  studentOf,
} from './stated-members.ts';
import { rulesOfParts } from './stated-parts.ts';

const rowSchema = z.object({
  section: nameSchema(100),
  term: z.optional(nameSchema(100)),
  person: institutionIdSchema,
  began: z.optional(fileDaySchema),
  ended: z.optional(fileDaySchema),
});
type Row = z.output<typeof rowSchema>;

export interface MembershipDeps {
  terms: Terms;
  importedCourses: ImportedCourses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  findRestatements: FindRestatements;
  auth: InternalClient;
  attendanceForImports: InternalClient | undefined;
  namesOf: (ids: string[]) => Promise<Map<string, string>>;
  campusTimeZone: string;
}

const PROBLEMS: Partial<Record<RowOutcome, ImportProblem>> = {
  overlaps: 'overlaps',
  erased: 'unknown_person',
  unknown_section: 'unknown_section',
};

/** A complete file omits memberships in sections, so the key contains the section. */
const missingKeyOf = (key: string, sectionId: string): string => `${key} ${sectionId}`;
const sectionOf = (missingKey: string): string => missingKey.split(' ')[2] ?? '';
const objectOf = (missingKey: string): string => missingKey.split(' ', 2).join(' ');

const isThere = ({ periods }: StatedMember): boolean => periods.some(({ voided }) => !voided);

export const membershipRules = ({
  terms,
  importedCourses,
  enrollments,
  requests,
  findRestatements,
  auth,
  attendanceForImports,
  namesOf,
  campusTimeZone,
}: MembershipDeps) => {
  const directory = createFindPeople(auth);
  const sections = createFindSections(importedCourses, terms);
  const days = createCampusDays(campusTimeZone);

  const { load, write, undoing } = createStatedMembers({
    importedCourses,
    enrollments,
    requests,
    findRestatements,
  });

  const loadMarked = createLoadMarked({ load: undoing.load, attendance: attendanceForImports });

  const decidedIn = ({ periods }: StatedMember) => periods;
  /** Lines are about the last period. */
  const valuesOf = ({ periods }: StatedMember): Values => {
    const period = periods.findLast(({ voided }) => !voided);
    return {
      section: period?.sectionId ?? null,
      began: period ? days.dayOf(period.began) : null,
      ended: period?.ended ? days.dayOf(period.ended) : null,
    };
  };
  const undoRun = createUndoRun<MarkedMember>(
    { load: loadMarked, write: undoing.write, decidedIn, isThere },
    (before, application) => {
      const { member, isKept } = undoMembership(before, application, days, before.marked);
      const after = { ...before, ...member };
      return { after, isKept, keepAsIs: { ...after, periods: before.periods } };
    },
  );

  return defineKind<Row, StatedMembership, StoredMember>({
    schema: rowSchema,
    statedKeys: ({ section, term = '', person, began, ended }) => [
      { key: [section, term, personKeyOf(person)].join('\n'), stated: [began, ended] },
    ],
    batchSize: 250,
    refersToItself: false,
    resolve: async (rows) => {
      await sections.load(rows);
      const people = await directory.find(rows.map(({ person }) => person));
      return rows.map(({ began, ended, ...line }, index): Target<StatedMembership> | Problem => {
        const known = sections.choose(line);
        if (isProblem(known)) return known;
        if (known.archived) return { problem: 'archived', field: 'section' };
        const person = people[index];
        if (!person) return directory.unknown(line.person);
        if (person.userType !== 'STUDENT') return { problem: 'not_a_student', field: 'person' };
        if (began !== undefined && ended !== undefined && ended < began)
          return { problem: 'days_reversed', field: 'ended' };
        const row = { studentId: person.id, sectionId: known.sectionId, began, ended };
        return { key: keyOf(known.courseId, person.id), row };
      });
    },
    load,
    fold: (before, line, application) => {
      const member: StoredMember = before ?? { periods: [], statements: {} };
      try {
        const stated = stateMembership(member, line, application, days);
        const problem = PROBLEMS[stated.outcome];
        return problem ? { problem } : { ...member, ...stated.member };
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'conflict') return { problem: 'overlaps' };
        throw error;
      }
    },
    isThere,
    decidedIn,
    ...rulesOfParts<StoredMember>(undoing.load, ({ statements }) =>
      Object.entries(statements).map(([part, ledger]) => ({ part, ledger })),
    ),
    changesBetween: (before, after) => changesOfValues(before && valuesOf(before), valuesOf(after)),
    overridesBetween: (before, after, application) =>
      findMembershipOverrides([before, after], application, days),
    hasEnded: (before, after, at) => isOpen(before.periods, at) && !isOpen(after.periods, at),
    write,
    restatedIn: restatementsOf,
    effectsOf: ({ key, before, after }, at) =>
      rosterEffects(courseOf(key), [before?.periods ?? [], after?.periods ?? []], at),
    undoRun,
    labelsOf: async (keys) => {
      const [names, codes] = await Promise.all([
        namesOf(keys.map(studentOf)),
        importedCourses.codesOf(keys.map(courseOf)),
      ]);
      return keys.map(
        (key) =>
          `${names.get(studentOf(key)) ?? studentOf(key)}, ${codes.get(courseOf(key)) ?? courseOf(key)}`,
      );
    },
    peopleIn: (key) => [studentOf(key)],
    countExisting: () => enrollments.countActive(),
    missing: {
      // Excludes archived courses, whose rosters cannot be changed.
      findContainers: async (section) =>
        (await sections.listAll(section)).flatMap(({ archived, courseId }) => (archived ? [] : courseId)),
      containerOf: courseOf,
      keyOf: ({ key, row }) => missingKeyOf(key, row.sectionId),
      objectOf,
      listKeys: async (courseId, source) =>
        (await enrollments.listStated(courseId, source)).map(({ studentId, sectionId }) =>
          missingKeyOf(keyOf(courseId, studentId), sectionId),
        ),
      endedBy: ({ key, before, after }, source) =>
        Object.entries(before?.statements ?? {}).flatMap(([sectionId, ledger]) => {
          const next = after?.statements[sectionId];
          return isStatedBy(ledger, source) && !(next && isStatedBy(next, source))
            ? missingKeyOf(key, sectionId)
            : [];
        }),
      end: (member, missingKey, application) => ({
        ...member,
        ...withdrawMembership(member, sectionOf(missingKey), application, days),
      }),
    },
  });
};
