import type { SessionChanged } from '@qr-attendance/contracts/events';
import { notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { sessionCanceled } from '../marking/rules/judge-mark.ts';
import { findSession } from '../projections/ask-owner.ts';

type Finding = Pick<Context, 'sessions' | 'owners' | 'projections'>;

/** A teacher's own session, canceled or not. @throws DomainError (not_found) */
export const findSessionOf = async (
  context: Finding,
  id: string,
  teacherId: string,
): Promise<SessionChanged> => {
  const session = await findSession(context, id);
  if (session?.teacherId !== teacherId) throw notFound('Session');
  return session;
};

/** A teacher's own session, for setting its marks. @throws DomainError (not_found; forbidden where it was canceled) */
export const findOwnSession = async (
  context: Finding,
  id: string,
  teacherId: string,
): Promise<SessionChanged> => {
  const session = await findSessionOf(context, id, teacherId);
  if (session.canceledAt) throw sessionCanceled();
  return session;
};
