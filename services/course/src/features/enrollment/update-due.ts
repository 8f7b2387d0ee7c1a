import type { Enrollment } from '../../core/memberships/enrollment-standing.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';

const BATCH = 250;

/**
 * Publishes some of the memberships in which a period has begun or ended. The remaining work is derived from
 * the stored state, so it continues after a crash, and several replicas may run it.
 * @returns whether there may be more to do
 */
export const updateDueEnrollments = async ({
  enrollments,
  hasRoomForEvents,
}: {
  enrollments: Enrollments;
  /** Whether the number of unpublished and unhandled events is low enough. */
  hasRoomForEvents: () => Promise<boolean>;
}): Promise<boolean> => {
  const due = await enrollments.listDue(BATCH);
  if (due.length === 0 || !(await hasRoomForEvents())) return false;
  const byCourse = Map.groupBy(due, ({ courseId }) => courseId);
  const toWrite = (enrollment: Enrollment) => {
    const { studentId, periods } = enrollment;
    return { studentId, enrollment, periods };
  };
  for (const [courseId, some] of byCourse) await enrollments.writeMany(courseId, some.map(toWrite));
  return due.length === BATCH;
};
