import { routes } from '@qr-attendance/contracts';
import { RENEWAL_TIMEOUT_MS } from '../renewal-timeout.ts';
import type { LiveRequest } from './live-request.ts';

export type { LiveRequest };

/** For small answers. */
const QUICK = { overlapMs: 3_000, maxMs: 9_000 };
/** For lists of a whole class, and for answers that cost the server more. */
const LONG = { overlapMs: 5_000, maxMs: 20_000 };

const NOT_STAFF = ['not_found', 'not_allowed'];
const NO_CODE = [...NOT_STAFF, 'session_ended', 'code_not_open'];

export const sessionRequest = {
  route: routes.session.getSession,
  screens: ['projector view', 'class page'],
  ...QUICK,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const refreshCodeRequest = {
  route: routes.session.refreshCode,
  screens: ['projector view', 'class page', 'page of a new session'],
  ...QUICK,
  stoppedBy: NO_CODE,
} satisfies LiveRequest;

/** The codes of ten seconds are known. */
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
  ...QUICK,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const rosterRequest = {
  route: routes.attendance.getRoster,
  screens: ['class page'],
  ...LONG,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const rosterCountsRequest = {
  route: routes.attendance.countRoster,
  screens: ['projector view'],
  ...QUICK,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

/** The limit is that of the first event. A stream that falls silent later is opened again after 45 s. */
export const streamRequest = {
  route: routes.attendance.streamAttendance,
  screens: ['projector view', 'class page'],
  maxMs: 10_000,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const flaggedAttemptsRequest = {
  route: routes.attendance.listFlaggedAttempts,
  screens: ['class page', 'dashboard of a teacher'],
  ...QUICK,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const refusedTriesRequest = {
  route: routes.attendance.listRefusedTries,
  screens: ['class page', 'dashboard of a teacher'],
  ...QUICK,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const runningSessionsRequest = {
  route: routes.session.listSessions,
  screens: ['dashboard of a teacher'],
  ...QUICK,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const enrollmentRequestsRequest = {
  route: routes.course.listEnrollmentRequests,
  screens: ['course page'],
  ...LONG,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const calendarRequest = {
  route: routes.session.listCalendar,
  screens: ['dashboard of a teacher', 'week of a teacher', 'dashboard of a student', 'week of a student'],
  ...LONG,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const verifyCodeRequest = {
  route: routes.session.verifyCode,
  screens: ['marking page while it opens'],
  overlapMs: 4_000,
  maxMs: 20_000,
  stoppedBy: 'refusal',
} satisfies LiveRequest;

/** Each renewal rotates the refresh token, so a repeat waits for the answer. */
export const renewalRequest = {
  route: routes.auth.refreshToken,
  screens: ['every page when the access token ends'],
  maxMs: RENEWAL_TIMEOUT_MS,
  stoppedBy: ['signed_out', 'suspended'],
} satisfies LiveRequest;

/** The proofs of a mark serve once. The gateway itself answers within 15 s. */
const PROVEN = { maxMs: 20_000, stoppedBy: 'refusal' } as const;

export const markRequest = {
  route: routes.attendance.markAttendance,
  screens: ['marking page while it sends'],
  ...PROVEN,
} satisfies LiveRequest;

export const presenceAnswerRequest = {
  route: routes.attendance.answerPresenceCheck,
  screens: ['marking page during a presence check'],
  ...PROVEN,
} satisfies LiveRequest;

export const enrollmentStateRequest = {
  route: routes.course.getEnrollmentState,
  screens: ['marking page of a student who waits for the teacher'],
  ...QUICK,
  stoppedBy: ['not_found', 'not_allowed'],
} satisfies LiveRequest;

export const dayOverviewRequest = {
  route: routes.session.getDayOverview,
  screens: ['overview of the institution'],
  ...LONG,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const waitingEmailsRequest = {
  route: routes.auth.countWaitingEmails,
  screens: ['overview of the institution'],
  ...LONG,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const unitSessionsRequest = {
  route: routes.session.listUnitSessions,
  screens: ['classes of a unit'],
  ...LONG,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const importsRequest = {
  route: routes.course.listImports,
  screens: ['imports', 'overview of the institution'],
  ...LONG,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;

export const importRequest = {
  route: routes.course.getImport,
  screens: ['import'],
  ...LONG,
  stoppedBy: NOT_STAFF,
} satisfies LiveRequest;

export const termsRequest = {
  route: routes.course.listTerms,
  screens: ['terms that are archived'],
  ...LONG,
  stoppedBy: ['not_allowed'],
} satisfies LiveRequest;
