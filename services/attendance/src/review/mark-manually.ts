import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { MarkIds } from '../marking/rules/mark.ts';
import { askOwner } from '../projections/ask-owner.ts';
import { findOwnSession } from '../sessions/find-own-session.ts';

export interface ManualMark {
  sessionId: string;
  studentId: string;
  status: AttendanceStatus;
  reason: string;
}

/** Somebody enrolled or registered a moment ago may not have arrived here yet, so the owners are asked. */
const requireEnrolled = async (
  context: Pick<Context, 'enrollments' | 'owners' | 'projections'>,
  ids: MarkIds,
): Promise<void> => {
  const isKnown = () => context.enrollments.isKnownMember(ids.courseId, ids.studentId);
  const before = await isKnown();
  if (before.enrolled && before.known) return;
  if (!before.enrolled) await askOwner(context, 'enrollment', ids);
  if (!before.known) await askOwner(context, 'person', ids);
  const { enrolled, known } = await isKnown();
  if (!enrolled || !known)
    throw new DomainError('conflict', 'not_enrolled', 'This student is not enrolled in the course.');
};

type Writing = Pick<Context, 'writeMarks' | 'wakeRelay' | 'clock'>;

const write = async (
  { writeMarks, wakeRelay, clock }: Writing,
  session: SessionChanged,
  teacherId: string,
  { studentId, status, reason }: ManualMark,
): Promise<void> => {
  await writeMarks([
    {
      id: randomUUID(),
      sessionId: session.id,
      courseId: session.courseId,
      teacherId,
      studentId,
      sessionDate: session.date,
      status,
      markedAt: clock(),
      deviceId: null,
      version: 1,
      action: 'marked_by_hand',
      actorId: teacherId,
      reason,
    },
  ]);
  wakeRelay();
};

/** Lets a teacher mark an enrolled student of an own session, who is there and can't prove it. */
export const markManually = async (
  context: Writing & Pick<Context, 'sessions' | 'enrollments' | 'owners' | 'projections' | 'records'>,
  teacherId: string,
  mark: ManualMark,
): Promise<AttendanceRecord> => {
  const { sessionId, studentId, status } = mark;
  const session = await findOwnSession(context, sessionId, teacherId);
  await requireEnrolled(context, { sessionId, courseId: session.courseId, studentId });
  await write(context, session, teacherId, mark);
  const present = await context.records.ofStudentInSession(sessionId, studentId);
  const [record] = present ? await context.records.byIds([present._id]) : [];
  if (!record) throw notFound('Mark');
  if (record.status === status) return record;
  throw new DomainError(
    'conflict',
    'already_marked',
    'This student already has a mark in this session. Correct it instead.',
    { markId: record._id },
  );
};
