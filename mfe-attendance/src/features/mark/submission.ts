import type { AttendanceSubmission, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import type { Flow } from './flow.ts';

/** The longest text the server takes. */
const LONGEST = 500;
const text = (value: string) => value.slice(0, LONGEST);

/** What the browser says of itself. Specification, section 3. */
const deviceInfo = (): NonNullable<AttendanceSubmission['deviceInfo']> => ({
  userAgent: text(navigator.userAgent),
  platform: text(navigator.platform),
  vendor: text(navigator.vendor),
  language: text(navigator.language),
  screenWidth: screen.width,
  screenHeight: screen.height,
  timeZone: text(Intl.DateTimeFormat().resolvedOptions().timeZone),
});

/** What the mark is asked for with, but for a passkey and this browser's key. Specification, section 3. */
export const submissionOf = (
  scan: VerifiedScan,
  { position, selfie, selfieAfterPrompt, withoutSelfie, pin }: Flow,
): AttendanceSubmission => ({
  ticket: scan.ticket,
  sessionId: scan._id,
  madeAt: new Date().toISOString(),
  deviceId: getDeviceId(),
  deviceInfo: deviceInfo(),
  ...(position && { location: position }),
  ...(selfie && { selfieImage: selfie }),
  ...(selfieAfterPrompt && { selfieAfterPrompt }),
  ...(withoutSelfie && { withoutSelfie }),
  ...(pin && { pin }),
});
