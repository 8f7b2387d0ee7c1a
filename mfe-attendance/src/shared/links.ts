import type { RequiredChecks } from '@qr-attendance/contracts';

const requiredNeeds = ({ requirePin, requireDevice, requirePasskey }: RequiredChecks): string =>
  [requirePin && 'pin', requireDevice && 'device', requirePasskey && 'passkey'].filter(Boolean).join();

export const links = {
  dashboardOf: (userType: string) => (userType === 'TEACHER' ? '/teacher' : '/student'),
  scan: '/student/scan',
  /** The scanner for burst codes, which opens the camera if permitted. */
  scanLive: '/student/scan?camera=open&live=yes',
  enroll: '/student/enroll',
  securityFor: (qrCode: string, requires: RequiredChecks) => {
    const asks = requiredNeeds(requires);
    const search = new URLSearchParams({ return: `/attendance/${encodeURIComponent(qrCode)}` });
    if (asks) search.set('asks', asks);
    return `/student/security?${search}`;
  },
};
