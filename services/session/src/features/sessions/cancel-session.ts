import { type Caller, conflict, requireFreshProof } from '@qr-attendance/server';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { changeSessionFor } from '../../core/sessions/change-session.ts';
import { findSessionFor, type SessionAccess } from '../../core/sessions/find-session-for.ts';
import {
  courseIdsOf,
  reopenUntil,
  stateOf,
  isHeld,
  type Session,
} from '../../core/sessions/rules/session.ts';
import { toCanceled, toConfirmed, toDeleted, toReopened } from '../../core/sessions/rules/transitions.ts';
import type { SeriesStore } from '../../core/series/series.ts';
import type { Marks } from '../../projections/projections.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';

/** A canceled session does not count, and its codes expire. Idempotent. */
export const cancelSession = async (
  context: SessionAccess & { powerNotices: PowerNotices },
  teacher: Caller,
  id: string,
): Promise<Session> => {
  let hadStarted = false;
  const canceled = await changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    hadStarted = !session.canceledAt && stateOf(session, author.at) !== 'scheduled';
    if (session.canceledAt) return session;
    // Canceling a class that has begun removes its marks from all rates, and it can be reopened only for a
    // day.
    if (hadStarted) requireFreshProof(teacher);
    return toCanceled(session, author);
  });
  const courses = hadStarted ? await context.courses.findAll(courseIdsOf(canceled)) : [];
  const course = courses.find(({ id: courseId }) => courseId === canceled.courseId);
  if (course) {
    const receivers = [...new Set(courses.map(({ teacherId }) => teacherId))];
    const notice = { by: teacher.id, object: course.name, receivers };
    await context.powerNotices.notify({ what: 'started_class_canceled', ...notice });
  }
  return canceled;
};

export const reopenSession = async (
  context: SessionAccess & { series: SeriesStore },
  teacher: Caller,
  id: string,
): Promise<Session> => {
  const reopened = await changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    if (!session.canceledAt) {
      if (session.active) return session;
      throw conflict('session_ended', 'This class has ended.');
    }
    if (reopenUntil(session.canceledAt) <= author.at)
      throw conflict(
        'reopen_too_late',
        'A canceled class can be reopened within a day. Create a new one instead.',
      );
    return toReopened(session, author);
  });
  // The series may have changed while the class was canceled.
  if (reopened.series) await context.series.touch({ id: reopened.series.id });
  return reopened;
};

/** Confirms a class whose code was never shown, so that its students count. Idempotent. */
export const confirmSession = (context: SessionAccess, teacher: Caller, id: string): Promise<Session> =>
  changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    if (isHeld(session)) return session;
    const state = stateOf(session, author.at);
    if (state === 'canceled') throw conflict('session_canceled', 'This class was canceled.');
    if (state !== 'ended') throw conflict('session_not_ended', 'This class has not ended yet.');
    return toConfirmed(session, author);
  });

const hasMarksError = () =>
  conflict(
    'session_has_marks',
    'Students are marked in this class, so it cannot be deleted. Cancel it instead.',
  );

export const deleteSession = async (
  context: SessionAccess & { marks: Marks },
  teacher: Caller,
  id: string,
): Promise<void> => {
  const { series } = await findSessionFor(context, teacher, 'manageSessions', id);
  if (series)
    throw conflict('session_in_series', 'This class belongs to a series. Cancel it, or change the series.');
  if (await context.marks.anyIn(id)) throw hasMarksError();
  await changeSessionFor(context, teacher, 'manageSessions', id, toDeleted);
};

/** After this time no request refers to a deleted session, and delayed marks have arrived. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** A deleted session that receives a late mark becomes a canceled one; others are removed eventually. */
export const settleDeletedSessions = async ({
  sessions,
  marks,
  clock,
}: {
  sessions: Sessions;
  marks: Marks;
  clock: () => Date;
}): Promise<void> => {
  const marked = await marks.whichHave(await sessions.idsOfDeleted());
  for (const { deletedAt: _deleted, ...canceled } of await sessions.listDeleted([...marked]))
    await sessions.save(toCanceled(canceled, { by: null, at: clock() }));
  await sessions.deleteExpiredTombstones(new Date(clock().getTime() - FORGOTTEN_MS));
};
