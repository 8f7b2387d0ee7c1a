import { lateFromOf, type AttendanceStatus } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';

/**
 * This is the rule of the SQL function `scan_status`, which applies when a scan is written and when a status
 * is read.
 */
export const statusOfScan = (
  scannedAt: Date,
  lateFrom: Date | undefined,
  missedCheck: boolean,
): AttendanceStatus => (missedCheck || (lateFrom && scannedAt >= lateFrom) ? 'LATE' : 'PRESENT');

export const statusAt = (
  session: Pick<SessionState, 'startTime' | 'lateAfterMinutes'>,
  now: Date,
): AttendanceStatus => statusOfScan(now, lateFromOf(session), false);
