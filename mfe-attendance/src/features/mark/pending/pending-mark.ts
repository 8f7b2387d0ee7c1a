import {
  attendanceSubmissionSchema,
  LATE_DELIVERY_MINUTES,
  parseJson,
  verifiedScanSchema,
  type AttendanceSubmission,
  type VerifiedScan,
} from '@qr-attendance/contracts';

export interface PendingMark {
  scan: VerifiedScan;
  submission: AttendanceSubmission;
  requiresPasskey: boolean;
  confirmationExpiresAt: number;
  answersPresenceCheck?: boolean | undefined;
}

/** The student, and the page on which sending continues. */
export interface Owner {
  userId: string;
  qrCode: string;
}

/** The ticket's expiry, in epoch milliseconds. */
export const ticketExpiry = ({ ticketExpiresAt }: VerifiedScan): number => Date.parse(ticketExpiresAt);

export const deliverableUntil = (scan: VerifiedScan): number =>
  ticketExpiry(scan) + LATE_DELIVERY_MINUTES * 60_000;

/** Whether it can be sent without another passkey confirmation. */
export const isConfirmed = ({ requiresPasskey, submission, confirmationExpiresAt }: PendingMark): boolean =>
  !requiresPasskey || (submission.passkey !== undefined && confirmationExpiresAt > Date.now());

export const readPending = (text: string): PendingMark | undefined => {
  const { requiresPasskey, confirmationExpiresAt, answersPresenceCheck, ...found } = (parseJson(text) ??
    {}) as Partial<PendingMark>;
  const scan = verifiedScanSchema.safeParse(found.scan).data;
  const submission = attendanceSubmissionSchema.safeParse(found.submission).data;
  if (!scan || !submission || requiresPasskey === undefined || confirmationExpiresAt === undefined)
    return undefined;
  return { scan, submission, requiresPasskey, confirmationExpiresAt, answersPresenceCheck };
};
