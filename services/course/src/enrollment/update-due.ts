import type { Enrollment } from './enrollment.ts';
import type { Enrollments } from './enrollments.ts';

const BATCH = 250;
/** Other changes never queue behind all students of a term. */
const MAX_WAITING_EVENTS = 500;

/**
 * Publishes some of the memberships in which a period has begun or ended. What remains to be done follows from the
 * stored state, so this continues after a crash, and several replicas may do it at once.
 * @returns whether there may be more to do
 */
export const updateDueEnrollments = async ({
  enrollments,
  countWaitingEvents,
}: {
  enrollments: Enrollments;
  countWaitingEvents: () => Promise<number>;
}): Promise<boolean> => {
  const due = await enrollments.listDue(BATCH);
  if (due.length === 0 || (await countWaitingEvents()) > MAX_WAITING_EVENTS) return false;
  const byCourse = Map.groupBy(due, ({ courseId }) => courseId);
  const toWrite = (enrollment: Enrollment) => {
    const { studentId, periods } = enrollment;
    return { studentId, enrollment, periods };
  };
  for (const [courseId, some] of byCourse) await enrollments.writeMany(courseId, some.map(toWrite));
  return due.length === BATCH;
};
