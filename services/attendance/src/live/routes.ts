import { routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import {
  type Caller,
  implement,
  type Implementation,
  implementStream,
  notFound,
} from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findSession } from '../projections/ask-owner.ts';

/** What a teacher sees while a session of his or her own runs. */
export const liveRoutes = (context: Context): Implementation[] => {
  const findOwnSession = async (id: string, caller: Caller): Promise<SessionChanged> => {
    const session = await findSession(context, id);
    if (session?.teacherId !== caller.id) throw notFound('Session');
    return session;
  };
  return [
    implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
      const session = await findOwnSession(query.sessionId, caller);
      await context.liveRoster.open(session.id, { reader: caller, request, response });
    }),
    implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
      const session = await findOwnSession(query.sessionId, caller);
      return context.markFlags.attempts(session.id);
    }),
  ];
};
