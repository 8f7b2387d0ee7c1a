import { routes } from '@qr-attendance/contracts';
import { NOT_STAFF_CODES, type LiveRequest } from '../live-request.ts';

/** The limit is that of the first event. A stream that falls silent later is opened again after 45 s. */
export const streamRequest = {
  route: routes.attendance.streamAttendance,
  screens: ['projector view', 'class page'],
  maxMs: 10_000,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;
