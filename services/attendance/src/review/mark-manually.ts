import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';
import { notFound, DomainError } from '@qr-attendance/server';
import type { Attendance } from '../attendance/create-attendance.ts';
import { sessionCanceled } from '../attendance/rules/session-time.ts';
import type { Owners } from '../projections/owners.ts';

export interface ManualMark {
  sessionId: string;
  studentId: string;
  status: AttendanceStatus;
  reason: string;
}
export interface MarkingManually {
  attendance: Pick<Attendance, 'decide' | 'records'>;
  owners: Pick<Owners, 'findSessionOf' | 'findMembers'>;
  committed: () => void;
}

/** Lets a teacher mark an enrolled student of an own session, who is there and cannot prove it. */
export const markManually = async (
  { attendance, owners, committed }: MarkingManually,
  teacherId: string,
  { sessionId, studentId, status, reason }: ManualMark,
): Promise<AttendanceRecord> => {
  const session = await owners.findSessionOf(sessionId, teacherId);
  if (session.canceledAt) throw sessionCanceled();
  if (!(await owners.findMembers(session.courseId, [studentId], 1)).has(studentId))
    throw new DomainError('conflict', 'not_enrolled', 'This student is not enrolled in the course.');
  const key = { sessionId, studentId };
  if (!(await attendance.records.find(key))) {
    const decision = { ...key, version: undefined, status, reason, actorId: teacherId };
    await attendance.decide([{ ...decision, action: 'marked_by_hand' }]);
    committed();
  }
  const record = (await attendance.records.find(key))?.record;
  if (!record) throw notFound('Mark');
  if (record.status === status) return record;
  throw new DomainError(
    'conflict',
    'already_marked',
    'This student already has a mark in this class. Correct it instead.',
    { markId: record._id },
  );
};
