import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findSession } from '../projections/ask-owner.ts';
import { confirmProof, enrollAndMark, resetPinLock } from './admit.ts';

/** Who tried to mark and could not, and what a teacher does about it. */
export const refusedRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.listRefusedTries, async ({ caller, query }) => {
    const session = await findSession(context, query.sessionId);
    if (session?.teacherId !== caller.id) throw notFound('Session');
    return context.refusedTries.list(session.id);
  }),
  implement(routes.attendance.enrollAndMark, ({ caller, body }) => enrollAndMark(context, caller.id, body)),
  implement(routes.attendance.confirmProof, ({ caller, body }) => confirmProof(context, caller.id, body)),
  implement(routes.attendance.resetPinLock, ({ caller, body }) => resetPinLock(context, caller.id, body)),
];
