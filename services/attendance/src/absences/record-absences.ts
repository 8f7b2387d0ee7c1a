import { randomUUID } from 'node:crypto';
import type { OutboxRelay } from '@qr-attendance/messaging';
import type { FindAbsentees, PendingAbsences } from './absences.ts';
import type { Sessions } from '../projections/lookups.ts';
import type { WriteMarks } from '../marking/write-marks.ts';

interface Deps {
  sessions: Sessions;
  findAbsentees: FindAbsentees;
  writeMarks: WriteMarks;
  pendingAbsences: PendingAbsences;
  relay: OutboxRelay;
}

/** Marks everyone ABSENT who was enrolled when the session ended and has no mark. A repeat finds nobody left. */
export const makeRecordAbsences =
  ({ sessions, findAbsentees, writeMarks, pendingAbsences, relay }: Deps) =>
  async (sessionId: string): Promise<void> => {
    const session = await sessions.find(sessionId);
    if (!session || session.active || !session.endedAt) return;
    const endedAt = new Date(session.endedAt);
    const absentees = await findAbsentees(sessionId);
    if (absentees.length > 0)
      await writeMarks(
        absentees.map((studentId) => ({
          id: randomUUID(),
          sessionId: session.id,
          courseId: session.courseId,
          teacherId: session.teacherId,
          studentId,
          sessionDate: session.date,
          status: 'ABSENT' as const,
          markedAt: endedAt,
          deviceId: null,
          version: 1,
          action: 'absent_at_end' as const,
          actorId: null,
        })),
      );
    await pendingAbsences.settle(sessionId);
    relay.wake();
  };
export type RecordAbsences = ReturnType<typeof makeRecordAbsences>;
