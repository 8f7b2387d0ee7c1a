import {
  attendanceSubmissionSchema,
  LATE_DELIVERY_MINUTES,
  verifiedScanSchema,
  type AttendanceSubmission,
  type VerifiedScan,
} from '@qr-attendance/contracts';

/** A mark that the server has not answered yet, with all that sending it again takes. */
export interface PendingMark {
  scan: VerifiedScan;
  submission: AttendanceSubmission;
  asksPasskey: boolean;
  /** Until when the passkey's answer in the submission is good, in ms since the epoch. */
  confirmedUntil: number;
  /** It answers a class that asks again, by the key that marked. */
  answersPresenceCheck?: boolean | undefined;
}

/** Whose it is, and on which page it goes on. */
export interface Owner {
  userId: string;
  qrCode: string;
}

/** When its ticket expires, in ms since the epoch. */
export const endOf = ({ ticketExpiresAt }: VerifiedScan): number => Date.parse(ticketExpiresAt);

/** Until when the server may still take a mark that was made before, in ms since the epoch. */
export const deliverableUntil = (scan: VerifiedScan): number => endOf(scan) + LATE_DELIVERY_MINUTES * 60_000;

/** Whether it can be sent without asking the student for finger or face first. */
export const isConfirmed = ({ asksPasskey, submission, confirmedUntil }: PendingMark): boolean =>
  !asksPasskey || (submission.passkey !== undefined && confirmedUntil > Date.now());

/** Undefined for what an older version of this page may have written. */
export const readPending = (text: string): PendingMark | undefined => {
  const { asksPasskey, confirmedUntil, answersPresenceCheck, ...found } = JSON.parse(
    text,
  ) as Partial<PendingMark>;
  const scan = verifiedScanSchema.safeParse(found.scan).data;
  const submission = attendanceSubmissionSchema.safeParse(found.submission).data;
  if (!scan || !submission || asksPasskey === undefined || confirmedUntil === undefined) return undefined;
  return { scan, submission, asksPasskey, confirmedUntil, answersPresenceCheck };
};
