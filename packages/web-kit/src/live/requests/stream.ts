import { routes } from '@qr-attendance/contracts';
import { NOT_STAFF_CODES, type LiveRequest } from '../live-request.ts';

/** Limits the wait for the first event. A stream without later events is reopened after 45 s. */
export const streamRequest = {
  route: routes.attendance.streamAttendance,
  screens: ['projector view', 'class page', 'page of a new session'],
  maxMs: 10_000,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;
