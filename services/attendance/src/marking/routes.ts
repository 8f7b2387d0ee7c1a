import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { noteRefusal, notingRefusals } from '../refused/note-refusal.ts';
import { checkLocation } from './check-location.ts';
import { startPasskeyCheck } from './check-passkey.ts';
import { answerSecondLook } from '../second-look/answer-second-look.ts';
import { markAttendance } from './mark-attendance.ts';
import { readOrigin } from './read-request.ts';
import { getSelfiePrompt } from './take-selfie.ts';

/** Marking, and what a phone asks before. What is refused, the teacher is told. */
export const markingRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.markAttendance, ({ caller, body, request }) =>
    notingRefusals(context, caller.id, body.ticket, async () =>
      markAttendance(context, caller.id, body, readOrigin(request, body.deviceKey)),
    ),
  ),
  implement(routes.attendance.answerSecondLook, ({ caller, body, request }) =>
    answerSecondLook(context, caller.id, body, readOrigin(request, body.deviceKey)),
  ),
  implement(routes.attendance.checkLocation, ({ caller, body }) =>
    notingRefusals(context, caller.id, body.ticket, async () => {
      const checked = await checkLocation(context, caller.id, body.ticket, body.location);
      // The page lets nobody go on from there, so no mark is tried.
      if (!checked.withinRadius)
        await noteRefusal(context, caller.id, body.ticket, { code: 'outside_radius' });
      return checked;
    }),
  ),
  implement(routes.attendance.getSelfiePrompt, ({ caller, body }) =>
    notingRefusals(context, caller.id, body.ticket, async () => ({
      prompt: getSelfiePrompt(context, caller.id, body.ticket),
    })),
  ),
  implement(routes.attendance.startPasskeyCheck, ({ caller, body, request }) =>
    notingRefusals(context, caller.id, body.ticket, () =>
      startPasskeyCheck(context, caller.id, body.ticket, request.headers.origin),
    ),
  ),
];
