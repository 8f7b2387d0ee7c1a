import { routes } from '@qr-attendance/contracts';
import { LONG_REQUEST, NOT_STAFF_CODES, type LiveRequest } from '../live-request.ts';

export const dayOverviewRequest = {
  route: routes.session.getDayOverview,
  screens: ['overview of the institution'],
  ...LONG_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const waitingEmailsRequest = {
  route: routes.auth.countWaitingEmails,
  screens: ['overview of the institution'],
  ...LONG_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const unitSessionsRequest = {
  route: routes.session.listUnitSessions,
  screens: ['classes of a unit'],
  ...LONG_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const importsRequest = {
  route: routes.course.listImports,
  screens: ['imports', 'overview of the institution'],
  ...LONG_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const importRequest = {
  route: routes.course.getImport,
  screens: ['import'],
  ...LONG_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const termsRequest = {
  route: routes.course.listTerms,
  screens: ['terms that are archived'],
  ...LONG_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;
