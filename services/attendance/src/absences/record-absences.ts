import { randomUUID } from 'node:crypto';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { Context } from '../context.ts';
import type { NewMark } from '../marking/write-marks.ts';

type Needs = Pick<Context, 'sessions' | 'absences' | 'writeMarks' | 'relay'>;

const absenceOf = (session: SessionChanged, studentId: string, markedAt: Date): NewMark => ({
  id: randomUUID(),
  sessionId: session.id,
  courseId: session.courseId,
  teacherId: session.teacherId,
  studentId,
  sessionDate: session.date,
  status: 'ABSENT',
  markedAt,
  deviceId: null,
  version: 1,
  action: 'absent_at_end',
  actorId: null,
});

/** Marks everyone ABSENT who was enrolled when the session ended and has no mark. A repeat finds nobody left. */
export const recordAbsences = async (
  { sessions, absences, writeMarks, relay }: Needs,
  sessionId: string,
): Promise<void> => {
  const session = await sessions.find(sessionId);
  if (!session || session.active || !session.endedAt) return;
  const endedAt = new Date(session.endedAt);
  const absentees = await absences.findAbsentees(sessionId);
  if (absentees.length > 0)
    await writeMarks(absentees.map((studentId) => absenceOf(session, studentId, endedAt)));
  await absences.settle(sessionId);
  relay.wake();
};

/** Sessions claimed at a time. */
const BATCH = 20;

/** Makes up for ends of sessions whose event was given up, or whose absences were cut short. */
export const recordPendingAbsences = async (context: Needs & Pick<Context, 'log'>): Promise<void> => {
  const { absences, log } = context;
  for (;;) {
    const sessionIds = await absences.claim(BATCH);
    for (const sessionId of sessionIds)
      await recordAbsences(context, sessionId).catch((error: unknown) =>
        log.warn({ err: error, sessionId }, 'absences were not written, trying again later'),
      );
    if (sessionIds.length < BATCH) return;
  }
};
