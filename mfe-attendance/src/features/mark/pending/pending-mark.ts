import {
  attendanceSubmissionSchema,
  LATE_DELIVERY_MINUTES,
  parseJson,
  type AttendanceSubmission,
} from '@qr-attendance/contracts';
import { readReceivedScan, ticketExpiry, type ReceivedScan } from '@qr-attendance/web-kit';

export interface PendingMark {
  scan: ReceivedScan;
  submission: AttendanceSubmission;
  requiresPasskey: boolean;
  confirmationExpiresAt: number;
  answersPresenceCheck?: boolean | undefined;
}

export interface MarkOwner {
  userId: string;
  qrCode: string;
}

/**
 * The deadline for sending, in epoch milliseconds by this device's clock. The deadline is not too early even
 * if the clock is corrected later.
 */
export const deliverableUntil = (scan: ReceivedScan): number =>
  Math.max(ticketExpiry(scan), Date.parse(scan.ticketExpiresAt)) + LATE_DELIVERY_MINUTES * 60_000;

/** Whether the mark can be sent without another passkey confirmation. */
export const isConfirmed = ({ requiresPasskey, submission, confirmationExpiresAt }: PendingMark): boolean =>
  !requiresPasskey || (submission.passkey !== undefined && confirmationExpiresAt > Date.now());

export const readPending = (text: string): PendingMark | undefined => {
  const { requiresPasskey, confirmationExpiresAt, answersPresenceCheck, ...found } = (parseJson(text) ??
    {}) as Partial<PendingMark>;
  const scan = readReceivedScan(found.scan);
  const submission = attendanceSubmissionSchema.safeParse(found.submission).data;
  if (!scan || !submission || requiresPasskey === undefined || confirmationExpiresAt === undefined)
    return undefined;
  return { scan, submission, requiresPasskey, confirmationExpiresAt, answersPresenceCheck };
};
