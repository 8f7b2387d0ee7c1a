import { isDeepStrictEqual } from 'node:util';
import { WriteConflict } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Enrollment } from '../../core/memberships/enrollment-standing.ts';
import { addPeriodsOf, removePeriodsOf } from '../../core/memberships/rules/merge-periods.ts';
import {
  type FindRestatements,
  membershipStatementKey,
  withRestatements,
} from '../../core/memberships/rules/restatements.ts';
import type { MembershipStatements, Period } from '../../db/enrollment-models.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';

interface Deps {
  people: PeopleProjection;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  findRestatements: FindRestatements;
  clock: () => Date;
}

/** A concurrent change makes the event be delivered again. */
const requireWritten = (written: boolean): void => {
  if (!written) throw new WriteConflict('membership');
};

const statementsOf = async (
  { enrollments, findRestatements }: Pick<Deps, 'enrollments' | 'findRestatements'>,
  courseId: string,
  studentId: string,
): Promise<MembershipStatements> => {
  const statements = (await enrollments.findStatements(courseId, [studentId])).get(studentId) ?? {};
  const member = { courseId, studentId };
  const ids = Object.keys(statements).map((id) => membershipStatementKey(member, id));
  // Stores the restating runs with the statements, because batches refer to the id of the merged record.
  return withRestatements(member, statements, statements, await findRestatements(ids));
};

const pick = (statements: MembershipStatements, sectionIds: string[]): MembershipStatements =>
  Object.fromEntries(Object.entries(statements).filter(([id]) => sectionIds.includes(id)));

const changeMember = async (
  context: Deps,
  { courseId }: Enrollment,
  studentId: string,
  change: (periods: Period[]) => Period[],
  statements: MembershipStatements,
): Promise<void> => {
  const { enrollments } = context;
  const enrollment = await enrollments.find(courseId, studentId);
  const before = enrollment?.periods ?? [];
  const periods = change(before);
  if (periods === before) {
    const outdated = enrollment ? await enrollments.writeStatements([{ enrollment, statements }]) : new Set();
    requireWritten(outdated.size === 0);
    return;
  }
  const missed = await enrollments.writeMany(courseId, [{ studentId, enrollment, periods, statements }]);
  requireWritten(missed.size === 0);
};

/** Writes the kept record first, so that a crash loses nothing. */
const lend = async (context: Deps, enrollment: Enrollment, into: string): Promise<void> => {
  const { enrollments, clock } = context;
  const { courseId, studentId, periods } = enrollment;
  const now = clock();
  const [theirs, own] = [
    await statementsOf(context, courseId, studentId),
    await statementsOf(context, courseId, into),
  ];
  // Statements that equal those of the kept record were moved before a crash.
  const lent = Object.keys(theirs).filter((id) => !(id in own) || isDeepStrictEqual(own[id], theirs[id]));
  const add = (before: Period[]) => addPeriodsOf(studentId, periods, before, now);
  await changeMember(context, enrollment, into, add, { ...pick(theirs, lent), ...own });
  requireWritten(await enrollments.setAside(enrollment, { into, lent }, now));
};

const takeBack = async (context: Deps, enrollment: Enrollment): Promise<void> => {
  const { enrollments, clock } = context;
  const { courseId, studentId, aside } = enrollment;
  if (!aside) return;
  const { into, lent = [] } = aside;
  const [theirs, kept] = [
    await statementsOf(context, courseId, studentId),
    await statementsOf(context, courseId, into),
  ];
  if (lent.length > 0) {
    const statements = { ...theirs, ...pick(kept, lent) };
    requireWritten((await enrollments.writeStatements([{ enrollment, statements }])).size === 0);
  }
  const others = Object.keys(kept).filter((id) => !lent.includes(id));
  const remove = (periods: Period[]) => removePeriodsOf(studentId, periods, clock());
  await changeMember(context, enrollment, into, remove, pick(kept, others));
  requireWritten(await enrollments.takeBack(enrollment));
};

/**
 * Moves the memberships and statements of a merged student to the kept one, and back after the merge was
 * undone. Requests move too, but not back. The function reads the stored state of the merge, so repeated or
 * late events are harmless.
 */
export const followMerge = async (context: Deps, studentId: string): Promise<void> => {
  const { people, enrollments, requests } = context;
  const into = await people.mergedIntoOf(studentId);
  if (into !== undefined) await requests.moveOf(studentId, into);
  for (const enrollment of await enrollments.listOf(studentId)) {
    if (enrollment.aside?.into === into) continue;
    if (enrollment.aside) await takeBack(context, enrollment);
    const current = enrollment.aside && (await enrollments.find(enrollment.courseId, studentId));
    if (into !== undefined) await lend(context, current ?? enrollment, into);
  }
  // The person was merged or separated in the meantime.
  if ((await people.mergedIntoOf(studentId)) !== into) await followMerge(context, studentId);
};
