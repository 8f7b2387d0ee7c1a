import { randomUUID } from 'node:crypto';
import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { OutboxRelay } from '@qr-attendance/messaging';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Enrollments } from '../projections/lookups.ts';
import type { Records } from '../reports/records.ts';
import type { WriteMarks } from '../marking/write-marks.ts';
import type { MarkIds } from '../marking/rules/mark.ts';
import type { AskOwner } from '../projections/ask-owner.ts';

export interface ManualMark {
  sessionId: string;
  studentId: string;
  status: AttendanceStatus;
  reason: string;
}
interface Deps {
  findSession: (id: string) => Promise<SessionChanged | undefined>;
  enrollments: Enrollments;
  askOwner: AskOwner;
  writeMarks: WriteMarks;
  records: Pick<Records, 'byIds' | 'ofStudentInSession'>;
  relay: OutboxRelay;
}

/** Lets a teacher mark an enrolled student of an own session, who is there and can't prove it. */
export const makeMarkManually = (deps: Deps) => {
  /** Somebody enrolled or registered a moment ago may not have arrived here yet, so the owners are asked. */
  const requireEnrolled = async (ids: MarkIds): Promise<void> => {
    const isKnown = () => deps.enrollments.isKnownMember(ids.courseId, ids.studentId);
    const before = await isKnown();
    if (before.enrolled && before.known) return;
    if (!before.enrolled) await deps.askOwner('enrollment', ids);
    if (!before.known) await deps.askOwner('person', ids);
    const { enrolled, known } = await isKnown();
    if (!enrolled || !known)
      throw new DomainError('conflict', 'not_enrolled', 'This student is not enrolled in the course.');
  };

  const write = async (
    session: SessionChanged,
    teacherId: string,
    { studentId, status, reason }: ManualMark,
  ) => {
    await deps.writeMarks([
      {
        id: randomUUID(),
        sessionId: session.id,
        courseId: session.courseId,
        teacherId,
        studentId,
        sessionDate: session.date,
        status,
        markedAt: new Date(),
        deviceId: null,
        version: 1,
        action: 'marked_by_hand',
        actorId: teacherId,
        reason,
      },
    ]);
    deps.relay.wake();
  };

  return async (teacherId: string, hand: ManualMark): Promise<AttendanceRecord> => {
    const { sessionId, studentId, status } = hand;
    const session = await deps.findSession(sessionId);
    if (session?.teacherId !== teacherId) throw notFound('Session');
    await requireEnrolled({ sessionId, courseId: session.courseId, studentId });
    await write(session, teacherId, hand);
    const present = await deps.records.ofStudentInSession(sessionId, studentId);
    const [record] = present ? await deps.records.byIds([present._id]) : [];
    if (!record) throw notFound('Mark');
    if (record.status === status) return record;
    throw new DomainError(
      'conflict',
      'already_marked',
      'This student has a mark in this session already. Correct that one instead.',
      { markId: record._id },
    );
  };
};
export type MarkManually = ReturnType<typeof makeMarkManually>;
