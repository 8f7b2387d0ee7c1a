import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findSessionOf } from '../sessions/find-own-session.ts';

/** What a teacher sees while a session of his or her own runs. */
export const liveRoutes = (context: Context): Implementation[] => [
  implementStream(routes.attendance.streamAttendance, async ({ caller, query, request, response }) => {
    const session = await findSessionOf(context, query.sessionId, caller.id);
    await context.liveRoster.open(session.id, { reader: caller, request, response });
  }),
  implement(routes.attendance.listFlaggedAttempts, async ({ caller, query }) => {
    const session = await findSessionOf(context, query.sessionId, caller.id);
    return context.markFlags.attempts(session.id);
  }),
];
