import { routes } from '@qr-attendance/contracts';
import { LONG_REQUEST, NOT_STAFF_CODES, SHORT_REQUEST, type LiveRequest } from '../live-request.ts';

const NO_CODE = [...NOT_STAFF_CODES, 'session_ended', 'code_not_open'];

export const sessionRequest = {
  route: routes.session.getSession,
  screens: ['projector view', 'class page'],
  ...SHORT_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const refreshCodeRequest = {
  route: routes.session.refreshCode,
  screens: ['projector view', 'class page', 'page of a new session'],
  ...SHORT_REQUEST,
  stoppedBy: NO_CODE,
} satisfies LiveRequest;

/** The screen has the codes of the next ten seconds, so there is time to retry. */
export const burstCodesRequest = {
  route: routes.session.getBurstCodes,
  screens: ['projector view', 'class page', 'page of a new session'],
  overlapMs: 2_000,
  maxMs: 6_000,
  stoppedBy: [...NO_CODE, 'session_not_live'],
} satisfies LiveRequest;

export const presenceCheckRequest = {
  route: routes.session.showPresenceCheck,
  screens: ['projector view', 'class page that started a presence check'],
  ...SHORT_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const rosterRequest = {
  route: routes.attendance.getRoster,
  screens: ['class page'],
  ...LONG_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const rosterCountsRequest = {
  route: routes.attendance.countRoster,
  screens: ['projector view', 'page of a new session'],
  ...SHORT_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const flaggedAttemptsRequest = {
  route: routes.attendance.listFlaggedAttempts,
  screens: ['class page', 'dashboard of a teacher'],
  ...SHORT_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const refusedTriesRequest = {
  route: routes.attendance.listRefusedTries,
  screens: ['class page', 'dashboard of a teacher'],
  ...SHORT_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;

export const runningSessionsRequest = {
  route: routes.session.listSessions,
  screens: ['dashboard of a teacher'],
  ...SHORT_REQUEST,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const enrollmentRequestsRequest = {
  route: routes.course.listEnrollmentRequests,
  screens: ['course page'],
  ...LONG_REQUEST,
  stoppedBy: NOT_STAFF_CODES,
} satisfies LiveRequest;
