import type { AttendanceSubmission, PasskeyAssertion, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import { deviceInfo } from './device-info.ts';
import type { Flow } from './flow.ts';

/** What the mark is asked for with. Specification, section 3. */
export const submissionOf = (
  scan: VerifiedScan,
  { position, selfie, pin }: Flow,
  passkey?: PasskeyAssertion,
): AttendanceSubmission => ({
  ticket: scan.ticket,
  sessionId: scan._id,
  deviceId: getDeviceId(),
  deviceInfo: deviceInfo(),
  ...(position && { location: position }),
  ...(selfie && { selfieImage: selfie }),
  ...(pin && { pin }),
  ...(passkey && { passkey }),
});
