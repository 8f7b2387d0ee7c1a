import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { findElsewhere, moveClass, type MoveClassDeps } from './elsewhere.ts';
import { type AdmitDeps, confirmProof, enrollAndMark, resetPinLock } from './admit.ts';
import { listTries } from './refused-tries.ts';

export const refusedRoutes = (context: AdmitDeps & MoveClassDeps): Implementation[] => [
  implement(routes.attendance.listRefusedTries, async ({ caller, query }) => {
    const session = await context.owners.findSessionFor(query.sessionId, caller, 'readCourse');
    const { id, visible } = session;
    const tries = await listTries(context.pool, id, visible);
    // The location of the class would also reveal where students of other sections are.
    return visible ? tries : { ...tries, ...(await findElsewhere(context, session)) };
  }),
  implement(routes.attendance.moveClass, ({ caller, body }) => moveClass(context, caller, body.sessionId)),
  implement(routes.attendance.enrollAndMark, ({ caller, body }) => enrollAndMark(context, caller, body)),
  implement(routes.attendance.confirmProof, ({ caller, body }) => confirmProof(context, caller, body)),
  implement(routes.attendance.resetPinLock, ({ caller, body }) => resetPinLock(context, caller, body)),
];
