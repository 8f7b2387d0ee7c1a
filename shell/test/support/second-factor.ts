import { routes } from '@qr-attendance/contracts';
import { callOf } from '@qr-attendance/web-kit/testing';

export const FACTOR = callOf(routes.auth.getSecondFactor);
export const setup = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/QR%20Attendance:ada@campus.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};
export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCDE-FGHI${index}`);
export const noFactor = {
  isActive: false,
  since: null,
  recoveryCodesLeft: 0,
  isRequired: false,
  rememberedBrowsers: 0,
};
export const activeFactor = {
  isActive: true,
  since: '2026-09-01T08:00:00.000Z',
  recoveryCodesLeft: 10,
  isRequired: false,
  rememberedBrowsers: 0,
};
