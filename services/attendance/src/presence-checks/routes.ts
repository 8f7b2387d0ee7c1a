import { type AttendanceSubmission, routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Request } from 'express';
import { answerPresenceCheck, type AnsweringCheck, type RedeemedScan } from './answer-presence-check.ts';

type Submission = Pick<AttendanceSubmission, 'ticket' | 'madeAt' | 'deviceKey'>;
export type RedeemScan = (request: Request, studentId: string, submission: Submission) => RedeemedScan;

export const presenceCheckRoutes = (context: AnsweringCheck, redeem: RedeemScan): Implementation[] => [
  implement(routes.attendance.answerPresenceCheck, async ({ caller, body, request }) =>
    answerPresenceCheck(context, caller.id, redeem(request, caller.id, body)),
  ),
];
