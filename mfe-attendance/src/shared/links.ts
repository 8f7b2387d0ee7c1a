import type { RequiredChecks } from '@qr-attendance/contracts';

const asksOf = ({ requirePin, requireDevice, requirePasskey }: RequiredChecks): string =>
  [requirePin && 'pin', requireDevice && 'device', requirePasskey && 'passkey'].filter(Boolean).join();

/** Pages of other areas, known by their address alone. Specification, section 2. */
export const links = {
  dashboardOf: (userType: string) => (userType === 'TEACHER' ? '/teacher' : '/student'),
  scan: '/student/scan',
  /** For who came by one code of a class whose scan is several: the scanner, which opens by itself where it may. */
  scanLive: '/student/scan?camera=open&live=yes',
  enroll: '/student/enroll',
  /** The security page, which then says what is missing for this marking, and offers the way back to it. */
  securityFor: (qrCode: string, requires: RequiredChecks) => {
    const asks = asksOf(requires);
    const search = new URLSearchParams({ return: `/attendance/${encodeURIComponent(qrCode)}` });
    if (asks) search.set('asks', asks);
    return `/student/security?${search}`;
  },
};
