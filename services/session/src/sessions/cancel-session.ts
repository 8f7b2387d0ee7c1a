import { type Caller, DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { changeOwnSession, findOwnSession } from './end-session.ts';
import { reopenUntil, toCanceled, toReopened, type Session } from './rules/session.ts';

type Changing = Pick<Context, 'sessions' | 'clock'>;

/** Cancels a session, whether or not it has ended: it counts nowhere, and its codes die. A repeat changes nothing. */
export const cancelSession = async (
  context: Changing & Pick<Context, 'codes'>,
  teacher: Caller,
  id: string,
): Promise<Session> => {
  const canceled = await changeOwnSession(context, teacher, id, (session, now) =>
    session.canceledAt ? session : toCanceled(session, now),
  );
  await context.codes.removeAllOf(id);
  return canceled;
};

/** Takes back that a session was canceled, within a day. A repeat changes nothing. */
export const reopenSession = (context: Changing, teacher: Caller, id: string): Promise<Session> =>
  changeOwnSession(context, teacher, id, (session, now) => {
    if (!session.canceledAt) {
      if (session.active) return session;
      throw new DomainError('conflict', 'session_ended', 'This session has ended.');
    }
    if (reopenUntil(session.canceledAt) <= now)
      throw new DomainError(
        'conflict',
        'reopen_too_late',
        'A canceled session can be reopened within a day. Create a new one instead.',
      );
    return toReopened(session);
  });

const hasMarks = () =>
  new DomainError(
    'conflict',
    'session_has_marks',
    'Students are marked in this session, so it cannot be deleted. Cancel it instead.',
  );

/** Deletes a session in which nobody was marked: a mistake that nobody has seen. */
export const deleteSession = async (
  context: Changing & Pick<Context, 'codes' | 'marks'>,
  teacher: Caller,
  id: string,
): Promise<void> => {
  await findOwnSession(context, teacher, id);
  if (await context.marks.anyIn(id)) throw hasMarks();
  await changeOwnSession(context, teacher, id, (session, now) => ({
    ...(session.canceledAt ? { ...session, version: session.version + 1 } : toCanceled(session, now)),
    deletedAt: now,
  }));
  await context.codes.removeAllOf(id);
};

/** A mark that was on its way when its session was deleted has arrived by then. */
const MARK_ARRIVES_MS = 10 * 60_000;
/** By then nobody asks for a deleted session any more. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** A deleted session in which a mark turns up after all is a canceled one; deleted ones are forgotten in the end. */
export const settleDeletedSessions = async ({
  sessions,
  marks,
  clock,
}: Pick<Context, 'sessions' | 'marks' | 'clock'>): Promise<void> => {
  const now = clock().getTime();
  for (const deleted of await sessions.listDeleted(new Date(now - MARK_ARRIVES_MS)))
    if (await marks.anyIn(deleted.id)) {
      const { deletedAt: _deleted, ...canceled } = deleted;
      await sessions.save({ ...canceled, version: deleted.version + 1 });
    }
  await sessions.forgetDeleted(new Date(now - FORGOTTEN_MS));
};
