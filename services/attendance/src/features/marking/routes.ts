import { type Coordinates, routes } from '@qr-attendance/contracts';
import { DomainError, implement, type Implementation } from '@qr-attendance/server';
import { answerPresenceCheck } from './answer-presence-check.ts';
import { checkLocation } from './check-location.ts';
import { startPasskeyCheck } from './check-passkey.ts';
import { markAttendance } from './mark-attendance.ts';
import type { MarkingDeps } from './marking.ts';
import { readOrigin } from './read-origin.ts';
import { getSelfiePrompt } from './selfies.ts';

type RecordRefusal = (
  studentId: string,
  ticket: string,
  refusal: Pick<DomainError, 'code'> & Partial<Pick<DomainError, 'details'>>,
  position?: Coordinates,
) => Promise<void>;

export const markingRoutes = (context: MarkingDeps, recordRefusal: RecordRefusal): Implementation[] => {
  const recordingRefusals = async <Result>(
    studentId: string,
    ticket: string,
    act: () => Promise<Result>,
    position?: Coordinates,
  ): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof DomainError) await recordRefusal(studentId, ticket, error, position);
      throw error;
    }
  };
  return [
    implement(routes.attendance.markAttendance, ({ caller, body, request }) =>
      recordingRefusals(
        caller.id,
        body.ticket,
        async () => markAttendance(context, caller.id, body, readOrigin(request, body.deviceKey)),
        body.location,
      ),
    ),
    implement(routes.attendance.answerPresenceCheck, async ({ caller, body, request }) =>
      answerPresenceCheck(context, caller.id, body, readOrigin(request, body.deviceKey)),
    ),
    implement(routes.attendance.checkLocation, ({ caller, body }) =>
      recordingRefusals(caller.id, body.ticket, async () => {
        const checked = await checkLocation(context, caller.id, body.ticket, body.location);
        // The page stops after this answer, so no mark would record the refusal.
        if (!checked.withinRadius)
          await recordRefusal(caller.id, body.ticket, { code: 'outside_radius' }, body.location);
        return checked;
      }),
    ),
    implement(routes.attendance.getSelfiePrompt, ({ caller, body }) =>
      recordingRefusals(caller.id, body.ticket, async () => ({
        prompt: getSelfiePrompt(context, caller.id, body.ticket),
      })),
    ),
    implement(routes.attendance.startPasskeyCheck, ({ caller, body, request }) =>
      recordingRefusals(caller.id, body.ticket, () =>
        startPasskeyCheck(context, caller.id, body.ticket, request.headers.origin),
      ),
    ),
  ];
};
