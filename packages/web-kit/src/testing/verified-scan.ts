import type { VerifiedScan } from '@qr-attendance/contracts';

export const verifiedScan = (expiresAt = Date.now() + 5 * 60_000): VerifiedScan => ({
  _id: '65f000000000000000000001',
  course: { _id: '65f000000000000000000002', name: 'Algorithms', code: 'CS201' },
  teacher: { name: 'Dr Rao' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  location: { required: false },
  requires: { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false },
  ticket: 'signed',
  ticketExpiresAt: new Date(expiresAt).toISOString(),
});
