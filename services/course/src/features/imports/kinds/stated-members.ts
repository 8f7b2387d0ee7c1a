import { isDeepStrictEqual } from 'node:util';
import { type Ledger, statesSame } from '@qr-attendance/statements';
import type { Enrollment } from '../../../core/memberships/enrollment-standing.ts';
import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../../core/memberships/enrollment-requests.ts';
import { isOpen } from '../../../core/memberships/rules/periods.ts';
import {
  type FindRestatements,
  membershipStatementKey,
  withRestatements,
} from '../../../core/memberships/rules/restatements.ts';
import type { StatedMember } from '../../../core/memberships/rules/stated-memberships.ts';
import type { MembershipStatements } from '../../../db/enrollment-models.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { type ApplyContext, type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';

export const keyOf = (courseId: string, studentId: string): string => `${courseId} ${studentId}`;
export const courseOf = (key: string): string => key.split(' ')[0] ?? '';
export const studentOf = (key: string): string => key.split(' ')[1] ?? '';

export interface StoredMember extends StatedMember {
  enrollment?: Enrollment | undefined;
  /** The stored statements, without the runs that repeated them. */
  stored?: MembershipStatements;
}
interface MemberChange {
  key: string;
  before: StoredMember | undefined;
  after: StatedMember;
}

const isRestated = ({ before, after }: Omit<MemberChange, 'key'>): boolean =>
  isDeepStrictEqual(before?.periods, after.periods);

const listsRunsOf = (one: Ledger, other: Ledger): boolean =>
  other.entries.every(({ runs }, index) => runs.every((run) => one.entries[index]?.runs.includes(run)));

/** Whether the undone run only repeated statements; its batch then lists the run instead of the membership. */
const isListedInBatch = ({ before, after }: Change<StoredMember>): boolean => {
  const { stored } = before ?? {};
  if (!stored || !after || !isRestated({ before, after })) return false;
  const { statements } = after;
  return (
    isDeepStrictEqual(Object.keys(stored).toSorted(), Object.keys(statements).toSorted()) &&
    Object.entries(stored).every(([id, ledger]) => {
      const left = statements[id];
      return left !== undefined && statesSame(left, ledger) && listsRunsOf(left, ledger);
    })
  );
};

const memberOf = (key: string) => ({ courseId: courseOf(key), studentId: studentOf(key) });

/** The statements that a change repeats; none if it changes anything. */
export const restatementsOf = ({ key, before, after }: Change<StoredMember>): string[] => {
  if (!before || !after || !isRestated({ before, after })) return [];
  const changed = Object.entries(after.statements).filter(([id, ledger]) => ledger !== before.statements[id]);
  const isSame = ([id, ledger]: (typeof changed)[number]): boolean => {
    const former = before.statements[id];
    return former !== undefined && statesSame(former, ledger);
  };
  return changed.every(isSame) ? changed.map(([id]) => membershipStatementKey(memberOf(key), id)) : [];
};

export const createStatedMembers = ({
  importedCourses,
  enrollments,
  requests,
  findRestatements,
}: {
  findRestatements: FindRestatements;
  importedCourses: Pick<ImportedCourses, 'archivedAmong'>;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
}) => {
  const load = async (keys: string[]): Promise<Map<string, StoredMember>> => {
    const found = await enrollments.findStated(keys.map(memberOf));
    return new Map(
      found.map(({ enrollment, statements }) => {
        const { courseId, studentId, periods } = enrollment;
        return [keyOf(courseId, studentId), { periods, statements, enrollment }];
      }),
    );
  };

  /** Loads memberships whose statements list all runs. */
  const loadWithRuns = async (keys: string[]): Promise<Map<string, StoredMember>> => {
    const found = await load(keys);
    const restatements = await findRestatements(
      [...found].flatMap(([key, { statements }]) =>
        Object.keys(statements).map((id) => membershipStatementKey(memberOf(key), id)),
      ),
    );
    return new Map(
      [...found].map(([key, member]) => {
        const { statements } = member;
        const listed = withRestatements(memberOf(key), statements, statements, restatements);
        return [key, { ...member, statements: listed, stored: statements }];
      }),
    );
  };

  /** @returns the keys of memberships that were changed concurrently */
  const writeCourse = async (courseId: string, changes: MemberChange[], at: Date): Promise<string[]> => {
    const missed = await enrollments.writeMany(
      courseId,
      changes.map(({ key, before, after: { periods, statements } }) => ({
        studentId: studentOf(key),
        enrollment: before?.enrollment,
        periods,
        statements,
      })),
    );
    const written = changes.filter(({ key }) => !missed.has(studentOf(key)));
    const enrolled = written.filter(({ after }) => isOpen(after.periods, at));
    await requests.remove(
      courseId,
      enrolled.map(({ key }) => studentOf(key)),
    );
    return [...missed].map((studentId) => keyOf(courseId, studentId));
  };

  /** Stores, in one write, statements about memberships without changing the memberships. */
  const restate = async (changes: MemberChange[]): Promise<string[]> => {
    const writes = changes.flatMap(({ key, before, after: { statements } }) =>
      before?.enrollment ? { key, enrollment: before.enrollment, statements } : [],
    );
    const outdated = await enrollments.writeStatements(writes);
    return writes.flatMap(({ key, enrollment }) => (outdated.has(enrollment.id) ? key : []));
  };

  const listRunsIn = async (changes: Change<StoredMember>[]): Promise<Change<StoredMember>[]> => {
    const restatements = await findRestatements(
      changes.flatMap(({ key, before }) =>
        Object.keys(before?.statements ?? {}).map((id) => membershipStatementKey(memberOf(key), id)),
      ),
    );
    return changes.map(({ key, before, after }) => {
      const [former, latter] = [before?.statements ?? {}, after?.statements ?? {}];
      const statements = withRestatements(memberOf(key), former, latter, restatements);
      return { key, before, after: after && { ...after, statements } };
    });
  };

  const write = async (
    all: Change<StoredMember>[],
    { at }: Pick<ApplyContext, 'at'>,
  ): Promise<Map<string, Problem>> => {
    const archived = await importedCourses.archivedAmong([...new Set(all.map(({ key }) => courseOf(key)))]);
    const changes = all.flatMap(({ key, before, after }): MemberChange[] =>
      after && !archived.has(courseOf(key)) ? [{ key, before, after }] : [],
    );
    const conflicts = await restate(changes.filter(isRestated));
    const changed = changes.filter((change) => !isRestated(change));
    for (const [courseId, some] of Map.groupBy(changed, ({ key }) => courseOf(key)))
      conflicts.push(...(await writeCourse(courseId, some, at)));
    return new Map([
      ...all.flatMap(({ key }): [string, Problem][] =>
        archived.has(courseOf(key)) ? [[key, { problem: 'archived' }]] : [],
      ),
      ...conflicts.map((key): [string, Problem] => [key, CONFLICT_PROBLEM]),
    ]);
  };

  return {
    load,
    write: async (changes: Change<StoredMember>[], application: Pick<ApplyContext, 'at'>) =>
      write(await listRunsIn(changes), application),
    /** An undo needs all runs in order to remove one. */
    undoing: {
      load: loadWithRuns,
      write: (changes: Change<StoredMember>[], application: Pick<ApplyContext, 'at'>) =>
        write(
          changes.filter((change) => !isListedInBatch(change)),
          application,
        ),
    },
  };
};
