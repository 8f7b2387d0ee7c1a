import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { checkLocation } from './check-location.ts';
import { startPasskeyCheck } from './check-passkey.ts';
import { markAttendance } from './mark-attendance.ts';
import { readOrigin } from './read-request.ts';

/** Marking, and what a phone asks before. */
export const markingRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.markAttendance, ({ caller, body, request }) =>
    markAttendance(context, caller.id, body, readOrigin(request, body.deviceKey)),
  ),
  implement(routes.attendance.checkLocation, ({ caller, body }) =>
    checkLocation(context, caller.id, body.ticket, body.location),
  ),
  implement(routes.attendance.startPasskeyCheck, ({ caller, body, request }) =>
    startPasskeyCheck(context, caller.id, body.ticket, request.headers.origin),
  ),
];
