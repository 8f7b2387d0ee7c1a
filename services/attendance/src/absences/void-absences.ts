import { DomainError, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { askOwner, findTeacher } from '../projections/ask-owner.ts';

interface Ids {
  courseId: string;
  studentId: string;
}
/** Absences corrected between two looks. */
const BATCH = 100;

/** Somebody removed a moment ago may still be enrolled as far as is known here, so the owner is asked. */
const requireRemoved = async (
  context: Pick<Context, 'enrollments' | 'owners' | 'projections'>,
  { courseId, studentId }: Ids,
): Promise<void> => {
  const isEnrolled = async () => (await context.enrollments.isKnownMember(courseId, studentId)).enrolled;
  if (!(await isEnrolled())) return;
  await askOwner(context, 'enrollment', { sessionId: '', courseId, studentId });
  if (await isEnrolled())
    throw new DomainError(
      'conflict',
      'still_enrolled',
      'This student is still enrolled. Remove the student from the course first.',
    );
};

/**
 * Corrects the absences of somebody who was removed from a teacher's own course, as a made-up account is: they count
 * nowhere any more, and each says so in its history. What anybody decided on stays.
 * @returns how many
 */
export const voidAbsences = async (
  context: Pick<
    Context,
    'absences' | 'courses' | 'enrollments' | 'owners' | 'projections' | 'reviews' | 'wakeRelay'
  >,
  teacherId: string,
  ids: Ids,
): Promise<number> => {
  if ((await findTeacher(context, ids.courseId)) !== teacherId) throw notFound('Course');
  await requireRemoved(context, ids);
  const decision = { action: 'voided', status: 'EXCUSED', reason: null } as const;
  let voided = 0;
  for (;;) {
    const found = await context.absences.findAutomatic(ids.courseId, ids.studentId, BATCH);
    for (const mark of found) if (await context.reviews.decide(mark, teacherId, decision)) voided += 1;
    // Those that changed meanwhile were decided on by somebody.
    if (found.length < BATCH) break;
  }
  if (voided > 0) context.wakeRelay();
  return voided;
};
