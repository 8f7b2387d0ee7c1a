import { routes } from '@qr-attendance/contracts';
import { callOf } from '@qr-attendance/web-kit/testing';

export const FACTOR = callOf(routes.auth.getSecondFactor);
export const setup = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/QR%20Attendance:ada@campus.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};
export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCDE-FGHI${index}`);
export const passkey = {
  id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  name: 'My laptop',
  createdAt: '2026-09-14T09:00:00.000Z',
  countsFrom: '2026-09-14T09:00:00.000Z',
};
export const noFactor = {
  isActive: false,
  since: null,
  hasApp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  rememberedBrowsers: 0,
};
export const activeFactor = {
  isActive: true,
  since: '2026-09-01T08:00:00.000Z',
  hasApp: true,
  passkeys: [],
  recoveryCodesLeft: 10,
  isRequired: false,
  rememberedBrowsers: 0,
};
