import type { SessionChanged } from '@qr-attendance/contracts/events';
import { notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { sessionCanceled } from '../marking/rules/judge-mark.ts';
import { findSession } from '../projections/ask-owner.ts';

/** A teacher's own session, for setting its marks. @throws DomainError (not_found; forbidden where it was canceled) */
export const findOwnSession = async (
  context: Pick<Context, 'sessions' | 'owners' | 'projections'>,
  id: string,
  teacherId: string,
): Promise<SessionChanged> => {
  const session = await findSession(context, id);
  if (session?.teacherId !== teacherId) throw notFound('Session');
  if (session.canceledAt) throw sessionCanceled();
  return session;
};
