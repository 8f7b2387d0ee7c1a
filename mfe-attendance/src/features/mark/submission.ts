import type { AttendanceSubmission, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import { deviceInfo } from './device-info.ts';
import type { Flow } from './flow.ts';

/** What the mark is asked for with, but for a passkey and this browser's key. Specification, section 3. */
export const submissionOf = (
  scan: VerifiedScan,
  { position, selfie, withoutSelfie, pin }: Flow,
): AttendanceSubmission => ({
  ticket: scan.ticket,
  sessionId: scan._id,
  deviceId: getDeviceId(),
  deviceInfo: deviceInfo(),
  ...(position && { location: position }),
  ...(selfie && { selfieImage: selfie }),
  ...(withoutSelfie && { withoutSelfie }),
  ...(pin && { pin }),
});
