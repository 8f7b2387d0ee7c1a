import type { UserType } from '@qr-attendance/contracts';

/** Pages of other areas, known by their address alone. Specification, section 2. */
export const links = {
  dashboardOf: (userType: UserType) => (userType === 'TEACHER' ? '/teacher' : '/student'),
  scan: '/student/scan',
  enroll: '/student/enroll',
  /** The security page, which then offers the way back to this marking. */
  securityFor: (qrCode: string) =>
    `/student/security?return=${encodeURIComponent(`/attendance/${encodeURIComponent(qrCode)}`)}`,
};
