import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { findSessionOf } from '../sessions/find-own-session.ts';
import { confirmProof, enrollAndMark, resetPinLock } from './admit.ts';

/** Who tried to mark and could not, and what a teacher does about it. */
export const refusedRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.listRefusedTries, async ({ caller, query }) => {
    const session = await findSessionOf(context, query.sessionId, caller.id);
    return context.refusedTries.list(session.id);
  }),
  implement(routes.attendance.enrollAndMark, ({ caller, body }) => enrollAndMark(context, caller.id, body)),
  implement(routes.attendance.confirmProof, ({ caller, body }) => confirmProof(context, caller.id, body)),
  implement(routes.attendance.resetPinLock, ({ caller, body }) => resetPinLock(context, caller.id, body)),
];
