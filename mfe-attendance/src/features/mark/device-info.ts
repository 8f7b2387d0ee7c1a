import type { AttendanceSubmission } from '@qr-attendance/contracts';

/** The longest text the server takes. */
const LONGEST = 500;
const text = (value: string) => value.slice(0, LONGEST);

/** What the browser says of itself. Specification, section 3. */
export const deviceInfo = (): NonNullable<AttendanceSubmission['deviceInfo']> => ({
  userAgent: text(navigator.userAgent),
  platform: text(navigator.platform),
  vendor: text(navigator.vendor),
  language: text(navigator.language),
  screenWidth: screen.width,
  screenHeight: screen.height,
  timeZone: text(Intl.DateTimeFormat().resolvedOptions().timeZone),
});
