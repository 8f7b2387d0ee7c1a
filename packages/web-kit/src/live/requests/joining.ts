import { routes } from '@qr-attendance/contracts';
import { QUICK, type LiveRequest } from '../live-request.ts';

export const enrollmentStateRequest = {
  route: routes.course.getEnrollmentState,
  screens: ['marking page of a student who waits for the teacher'],
  ...QUICK,
  stoppedBy: ['not_found', 'not_allowed'],
} satisfies LiveRequest;
