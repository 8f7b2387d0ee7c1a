import { isDeepStrictEqual } from 'node:util';
import { type ImportProblem, institutionIdSchema, nameSchema } from '@qr-attendance/contracts';
import { DomainError, type InternalClient, startOfDay } from '@qr-attendance/server';
import { z } from 'zod/mini';
import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../../core/memberships/requests.ts';
import { applyMemberships, type RowOutcome } from '../../../core/memberships/rules/apply-memberships.ts';
import type { Period } from '../../../db/enrollment-models.ts';
import { endPeriod, isOpen } from '../../../core/memberships/rules/periods.ts';
import { fileDaySchema } from './day.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { type Application, type Change, defineKind, isProblem, type Problem, type Target } from './kind.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import { createFindPeople } from './find-people.ts';
import { createFindSections } from './find-sections.ts';
import { personKeyOf } from './people.ts';

const rowSchema = z.object({
  section: nameSchema(100),
  term: z.optional(nameSchema(100)),
  person: institutionIdSchema,
  began: z.optional(fileDaySchema),
  ended: z.optional(fileDaySchema),
});
type Row = z.output<typeof rowSchema>;

interface MembershipState {
  periods: Period[];
}
interface ResolvedRow {
  studentId: string;
  sectionId: string;
  began?: Date | undefined;
  ended?: Date | undefined;
}

export interface MembershipDeps {
  terms: Terms;
  importedCourses: ImportedCourses;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  auth: InternalClient;
  campusTimeZone: string;
}

const PROBLEMS: Partial<Record<RowOutcome, ImportProblem>> = {
  overlaps: 'overlaps',
  erased: 'unknown_person',
  unknown_section: 'unknown_section',
};

const keyOf = (courseId: string, studentId: string): string => `${courseId} ${studentId}`;
const courseOf = (key: string): string => key.split(' ')[0] ?? '';
const studentOf = (key: string): string => key.split(' ')[1] ?? '';

/** The stored periods that are not among the wanted ones, whose times may have been corrected. */
const findOthers = (stored: Period[], wanted: Period[]): Period[] => {
  const left = [...wanted];
  const take = (isSame: (one: Period) => boolean): boolean => {
    const index = left.findIndex(isSame);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const isOfSameEntry = (one: Period, other: Period) =>
    one.sectionId === other.sectionId && one.recordedAt.getTime() === other.recordedAt.getTime();
  const unequal = stored.filter((period) => !take((one) => isDeepStrictEqual(one, period)));
  return unequal.filter((period) => !take((one) => isOfSameEntry(one, period)));
};

/** Periods are never deleted: those that are no longer wanted are voided. The wanted ones come last. */
const withVoided = (stored: Period[], wanted: Period[], by: string, now: Date): Period[] => [
  ...findOthers(stored, wanted).flatMap((period) =>
    period.voided ? period : endPeriod([period], { how: 'LEFT', by, asStranger: true }, now),
  ),
  ...wanted,
];

const countingOf = (periods: Period[] = []): Period[] => periods.filter(({ voided }) => !voided);

export const membershipRules = ({
  terms,
  importedCourses,
  enrollments,
  requests,
  auth,
  campusTimeZone,
}: MembershipDeps) => {
  const findPeople = createFindPeople(auth);
  const sections = createFindSections(importedCourses, terms);
  const momentOf = (day: string | undefined) =>
    day === undefined ? undefined : startOfDay(day, campusTimeZone);

  const write = async (
    changes: Change<MembershipState>[],
    { by, at }: Application,
  ): Promise<Map<string, Problem>> => {
    const problems = new Map<string, Problem>();
    const byCourse = Map.groupBy(changes, ({ key }) => courseOf(key));
    const archived = await importedCourses.archivedAmong([...byCourse.keys()]);
    for (const [courseId, some] of byCourse) {
      if (archived.has(courseId)) {
        for (const { key } of some) problems.set(key, { problem: 'archived' });
        continue;
      }
      const stored = await enrollments.findMany(
        courseId,
        some.map(({ key }) => studentOf(key)),
      );
      const isAsPlanned = ({ key, before }: Change<MembershipState>) =>
        isDeepStrictEqual(countingOf(stored.get(studentOf(key))?.periods), before?.periods ?? []);
      for (const change of some) if (!isAsPlanned(change)) problems.set(change.key, { problem: 'conflict' });
      const missed = await enrollments.writeMany(
        courseId,
        some.filter(isAsPlanned).map(({ key, after }) => {
          const enrollment = stored.get(studentOf(key));
          const periods = withVoided(enrollment?.periods ?? [], after?.periods ?? [], by, at);
          return { studentId: studentOf(key), enrollment, periods };
        }),
      );
      for (const studentId of missed) problems.set(keyOf(courseId, studentId), { problem: 'conflict' });
      const enrolled = some.filter(
        ({ key, after }) => !problems.has(key) && after && isOpen(after.periods, at),
      );
      await requests.remove(
        courseId,
        enrolled.map(({ key }) => studentOf(key)),
      );
    }
    return problems;
  };

  return defineKind<Row, ResolvedRow, MembershipState>({
    schema: rowSchema,
    statedKeys: ({ section, term = '', person, began = '', ended }) => [
      { key: [section, term, personKeyOf(person), began].join('\n'), stated: ended },
    ],
    batchSize: 250,
    refersToItself: false,
    resolve: async (rows) => {
      await sections.load(rows);
      const people = await findPeople(rows.map(({ person }) => person));
      return rows.map(({ began, ended, ...line }, index): Target<ResolvedRow> | Problem => {
        const known = sections.choose(line);
        if (isProblem(known)) return known;
        if (known.archived) return { problem: 'archived', field: 'section' };
        const person = people[index];
        if (!person) return { problem: 'unknown_person', field: 'person' };
        if (person.userType !== 'STUDENT') return { problem: 'not_a_student', field: 'person' };
        if (began !== undefined && ended !== undefined && ended < began)
          return { problem: 'days_reversed', field: 'ended' };
        const row = { began: momentOf(began), ended: momentOf(ended), sectionId: known.sectionId };
        return { key: keyOf(known.courseId, person.id), row: { ...row, studentId: person.id } };
      });
    },
    load: async (keys) => {
      const byCourse = Map.groupBy(keys, courseOf);
      const found = await Promise.all(
        [...byCourse].map(async ([courseId, some]) => {
          const stored = await enrollments.findMany(courseId, some.map(studentOf));
          return [...stored.values()].flatMap(({ studentId, periods }): [string, MembershipState][] => {
            const counting = countingOf(periods);
            return counting.length > 0 ? [[keyOf(courseId, studentId), { periods: counting }]] : [];
          });
        }),
      );
      return new Map(found.flat());
    },
    fold: (state, row, { by, at }) => {
      try {
        const { periods, outcomes } = applyMemberships(state?.periods ?? [], [row], by, at);
        const problem = PROBLEMS[outcomes[0] ?? 'unchanged'];
        return problem ? { problem } : { periods: countingOf(periods) };
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'conflict') return { problem: 'overlaps' };
        throw error;
      }
    },
    hasEnded: (before, after, at) => isOpen(before.periods, at) && !isOpen(after.periods, at),
    write,
    peopleIn: (key) => [studentOf(key)],
    countExisting: () => enrollments.countActive(),
    missing: {
      // The roster of an archived course stays as it is.
      findContainers: async (section) =>
        (await sections.listAll(section)).flatMap(({ archived, courseId }) => (archived ? [] : courseId)),
      containerOf: courseOf,
      listKeys: async (courseId) =>
        (await enrollments.listOpen(courseId)).map(({ studentId }) => keyOf(courseId, studentId)),
      end: ({ periods }, { by, at }) => ({ periods: endPeriod(periods, { how: 'LEFT', by }, at) }),
    },
  });
};
