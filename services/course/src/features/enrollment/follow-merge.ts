import { WriteConflict } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Enrollment } from '../../core/memberships/enrollment.ts';
import { addPeriodsOf, removePeriodsOf } from '../../core/memberships/rules/merge-periods.ts';
import type { Period } from '../../db/enrollment-models.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { EnrollmentRequests } from '../../core/memberships/requests.ts';

interface Following {
  people: PeopleProjection;
  enrollments: Enrollments;
  requests: EnrollmentRequests;
  clock: () => Date;
}

/** The event is delivered again if somebody else changed the enrollment at the same time. */
const requireWritten = (written: boolean): void => {
  if (!written) throw new WriteConflict('membership');
};

const changePeriods = async (
  { enrollments }: { enrollments: Enrollments },
  { courseId }: Enrollment,
  studentId: string,
  change: (periods: Period[]) => Period[],
): Promise<void> => {
  const enrollment = await enrollments.find(courseId, studentId);
  const before = enrollment?.periods ?? [];
  const periods = change(before);
  if (periods === before) return;
  const missed = await enrollments.writeMany(courseId, [{ studentId, enrollment, periods }]);
  requireWritten(missed.size === 0);
};

/** The kept record is written first, so that the periods are never lost. */
const lend = async (context: Following, enrollment: Enrollment, into: string): Promise<void> => {
  const { enrollments, clock } = context;
  const { studentId, periods } = enrollment;
  const now = clock();
  await changePeriods(context, enrollment, into, (own) => addPeriodsOf(studentId, periods, own, now));
  requireWritten(await enrollments.setAside(enrollment, into, now));
};

const takeBack = async (context: Following, enrollment: Enrollment): Promise<void> => {
  const { enrollments, clock } = context;
  const { studentId, aside } = enrollment;
  if (!aside) return;
  await changePeriods(context, enrollment, aside.into, (periods) =>
    removePeriodsOf(studentId, periods, clock()),
  );
  requireWritten(await enrollments.takeBack(enrollment));
};

/**
 * Brings the memberships of a merged student to the kept one, or back once the merge was undone. Requests
 * move too, but not back. The stored state decides, so that an event that comes twice or late changes nothing.
 */
export const followMerge = async (context: Following, studentId: string): Promise<void> => {
  const { people, enrollments, requests } = context;
  const into = await people.mergedIntoOf(studentId);
  if (into !== undefined) await requests.moveOf(studentId, into);
  for (const enrollment of await enrollments.listOf(studentId)) {
    if (enrollment.aside?.into === into) continue;
    if (enrollment.aside) await takeBack(context, enrollment);
    const current = enrollment.aside && (await enrollments.find(enrollment.courseId, studentId));
    if (into !== undefined) await lend(context, current ?? enrollment, into);
  }
  // It was merged or separated meanwhile.
  if ((await people.mergedIntoOf(studentId)) !== into) await followMerge(context, studentId);
};
