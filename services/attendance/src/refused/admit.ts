import { randomUUID } from 'node:crypto';
import {
  MAX_LOCK_RESETS,
  routes,
  type AttendanceRecord,
  type RefusedStudent,
} from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { DomainError, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { judgeTime, statusAt } from '../marking/rules/judge-mark.ts';
import { findOwnSession } from '../sessions/find-own-session.ts';

type Finding = Pick<Context, 'sessions' | 'owners' | 'projections' | 'refusedTries'>;
interface Ids {
  sessionId: string;
  studentId: string;
}

/** Only who tried with a ticket of an own session: nobody else can be enrolled or helped from there. */
const findRefused = async (
  context: Finding,
  teacherId: string,
  { sessionId, studentId }: Ids,
): Promise<{ session: SessionChanged; refused: RefusedStudent }> => {
  const session = await findOwnSession(context, sessionId, teacherId);
  const refused = await context.refusedTries.find(sessionId, studentId);
  if (!refused) throw notFound('Student');
  return { session, refused };
};

/** Enrolls somebody who tried without being enrolled, and marks as of the last try. */
export const enrollAndMark = async (
  context: Finding & Pick<Context, 'records' | 'writeMarks' | 'wakeRelay' | 'clock'>,
  teacherId: string,
  ids: Ids,
): Promise<AttendanceRecord> => {
  const { session, refused } = await findRefused(context, teacherId, ids);
  const { sessionId, studentId } = ids;
  if (!refused.enrolled) {
    if (refused.reason !== 'not_enrolled')
      throw new DomainError('conflict', 'not_enrolled', 'This student left the course after the try.');
    const params = { id: session.courseId, studentId };
    const enrollment = await context.owners.course.post(routes.course.enrollInternal, { params });
    if (!enrollment) throw notFound('Course');
    await context.refusedTries.writeLine(sessionId, studentId, teacherId, 'enrolled');
    await context.projections.saveEnrollment(enrollment);
  }
  await context.writeMarks([
    {
      id: randomUUID(),
      sessionId,
      courseId: session.courseId,
      teacherId,
      studentId,
      sessionDate: session.date,
      status: statusAt(session, new Date(refused.at)),
      markedAt: context.clock(),
      deviceId: null,
      version: 1,
      action: 'set_on_roster',
      actorId: teacherId,
    },
  ]);
  context.wakeRelay();
  const [record] = await context.records.ofStudentsInSession(sessionId, [studentId]);
  if (!record) throw notFound('Mark');
  return record;
};

/**
 * Lets what somebody in the room tried to mark with count at once. Only while the session runs: at home nobody sees who
 * it is that asks.
 */
export const confirmProof = async (
  context: Finding & Pick<Context, 'clock'>,
  teacherId: string,
  ids: Ids,
): Promise<RefusedStudent> => {
  const { session, refused } = await findRefused(context, teacherId, ids);
  const { sessionId, studentId } = ids;
  const proof = await context.refusedTries.findProof(sessionId, studentId);
  if (!proof) return refused;
  if (judgeTime(session, context.clock(), false))
    throw new DomainError(
      'conflict',
      'session_not_running',
      'You can confirm a device or passkey only while the session is running.',
    );
  const params = { id: studentId, kind: proof.kind, proofId: proof.id };
  const security = await context.owners.auth.post(routes.auth.confirmProofInternal, { params });
  if (!security) throw notFound('Student');
  await context.refusedTries.noteConfirmed(sessionId, studentId, teacherId, proof);
  await context.projections.saveSecurity(security);
  const { canConfirm: _confirmed, ...now } = refused;
  return now;
};

/** Lets somebody try again at once who typed too many wrong PINs. */
export const resetPinLock = async (
  context: Finding,
  teacherId: string,
  ids: Ids,
): Promise<RefusedStudent> => {
  const { refused } = await findRefused(context, teacherId, ids);
  if (!refused.locked) return refused;
  const { sessionId, studentId } = ids;
  await context.refusedTries.resetLock(sessionId, studentId, teacherId, MAX_LOCK_RESETS);
  const now = await context.refusedTries.find(sessionId, studentId);
  if (!now) throw notFound('Student');
  if (!now.locked) return now;
  throw new DomainError(
    'conflict',
    'too_many_resets',
    'You cannot reset the lock again in this session. Mark this student manually, or wait until the lock ends.',
  );
};
