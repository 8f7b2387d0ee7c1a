import { routes } from '@qr-attendance/contracts';
import type { LiveRequest } from '../live-request.ts';

export const verifyCodeRequest = {
  route: routes.session.verifyCode,
  screens: ['marking page while it opens'],
  overlapMs: 4_000,
  maxMs: 20_000,
  stoppedBy: 'refusal',
} satisfies LiveRequest;

/**
 * The proofs of a mark can be used once, so the request is not repeated in parallel. The gateway answers
 * within 15 s.
 */
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
