import { beforeEach, describe, expect, test } from '@jest/globals';
import { clearCachedScan, cacheScan, cachedScan, receiveScan } from '@qr-attendance/web-kit';
import { timesAt } from '@qr-attendance/web-kit/testing/verified-scan';

const NOW = Date.parse('2026-09-14T09:00:00.000Z');
const mine = { userId: 'asha', qrCode: 'K7M29QXB' };
const scan = receiveScan({
  _id: '65f000000000000000000001',
  course: { _id: '65f000000000000000000002', name: 'Algorithms', code: 'CS201' },
  teacher: { name: 'Dr Rao' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  location: { required: true, radius: 100 },
  requires: { requirePin: false, requireDevice: false, requireSelfie: false, requirePasskey: false },
  ticket: 'signed',
  ticketExpiresAt: '2026-09-14T09:05:00.000Z',
});

beforeEach(() => sessionStorage.clear());

describe('a cached scan', () => {
  test('survives a reload until its ticket expires', () => {
    cacheScan(mine, scan);
    expect(cachedScan(mine, NOW)).toEqual(scan);
    expect(cachedScan(mine, NOW + 5 * 60_000)).toBeUndefined();
  });

  test.each([
    ['fast', 3_600_000],
    ['slow', -3_600_000],
  ])('expires by the server’s clock on a device whose clock is %s', (_wrong, aheadMs) => {
    cacheScan(mine, receiveScan({ ...scan, ...timesAt(NOW - aheadMs) }, NOW));
    expect(cachedScan(mine, NOW + 119_000)?.ticket).toBe('signed');
    expect(cachedScan(mine, NOW + 120_000)).toBeUndefined();
  });

  test('uses the device’s clock if its response arrived seconds before the app started', () => {
    expect(receiveScan({ ...scan, ...timesAt(NOW - 5_000) }, NOW).clockBehindMs).toBe(0);
  });

  test('is not used for another code or another user of the device', () => {
    cacheScan(mine, scan);
    expect(cachedScan({ ...mine, qrCode: 'OTHER' }, NOW)).toBeUndefined();
    expect(cachedScan({ ...mine, userId: 'ben' }, NOW)).toBeUndefined();
  });

  test('is ignored once deleted or malformed', () => {
    cacheScan(mine, scan);
    clearCachedScan(mine);
    expect(cachedScan(mine, NOW)).toBeUndefined();
    sessionStorage.setItem('attendance-scan:asha:K7M29QXB', '{"ticket": 1}');
    expect(cachedScan(mine, NOW)).toBeUndefined();
    sessionStorage.setItem('attendance-scan:asha:K7M29QXB', 'not JSON');
    expect(cachedScan(mine, NOW)).toBeUndefined();
  });
});
