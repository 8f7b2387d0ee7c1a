import { routes } from '@qr-attendance/contracts';
import { LONG_REQUEST, type LiveRequest } from '../live-request.ts';

export const calendarRequest = {
  route: routes.session.listCalendar,
  screens: ['dashboard of a teacher', 'week of a teacher', 'dashboard of a student', 'week of a student'],
  ...LONG_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;
