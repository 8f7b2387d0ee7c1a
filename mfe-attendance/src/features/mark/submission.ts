import type { AttendanceSubmission, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import type { Flow } from './flow.ts';

const MAX_TEXT_LENGTH = 500;
const text = (value: string) => value.slice(0, MAX_TEXT_LENGTH);

const deviceInfo = (): NonNullable<AttendanceSubmission['deviceInfo']> => ({
  userAgent: text(navigator.userAgent),
  platform: text(navigator.platform),
  vendor: text(navigator.vendor),
  language: text(navigator.language),
  screenWidth: screen.width,
  screenHeight: screen.height,
  timeZone: text(Intl.DateTimeFormat().resolvedOptions().timeZone),
});

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
