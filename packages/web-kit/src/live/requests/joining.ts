import { routes } from '@qr-attendance/contracts';
import { SHORT_REQUEST, type LiveRequest } from '../live-request.ts';

export const enrollmentStateRequest = {
  route: routes.course.getEnrollmentState,
  screens: ['marking page of a student who waits for the teacher'],
  ...SHORT_REQUEST,
  stoppedBy: ['not_found', 'not_allowed'],
} satisfies LiveRequest;
