import type { VerifiedScan } from '@qr-attendance/contracts';

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * The times in an answer from a server whose clock shows `now`: the class began three minutes ago, and the
 * ticket is valid for two minutes.
 */
export const timesAt = (now: number): Pick<VerifiedScan, 'startTime' | 'startsInMs' | 'ticketExpiresAt'> => ({
  startTime: iso(now - 180_000),
  startsInMs: -180_000,
  ticketExpiresAt: iso(now + 120_000),
});

export const verifiedScan = (expiresAt = Date.now() + 5 * 60_000): VerifiedScan => ({
  _id: '65f000000000000000000001',
  course: { _id: '65f000000000000000000002', name: 'Algorithms', code: 'CS201' },
  teacher: { name: 'Dr Rao' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  location: { required: false },
  requires: { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false },
  ticket: 'signed',
  ticketExpiresAt: iso(expiresAt),
});
