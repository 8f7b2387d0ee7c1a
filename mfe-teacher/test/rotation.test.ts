import { describe, expect, test } from '@jest/globals';
import type { FreshCode, Session } from '@qr-attendance/contracts';
import { codeOf, freshCode, loadedCode, newerCode, secondsLeft } from '../src/shared/code/rotation.ts';

const code: FreshCode = {
  qrCode: 'K7M29QXB',
  refreshInterval: 30,
  codeExpiresAt: '2026-09-14T09:00:30.000Z',
};
const serverMadeItAt = Date.parse('2026-09-14T09:00:00.000Z');

const session: Session = {
  _id: '66f000000000000000005e01',
  course: { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' },
  teacher: { _id: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01', name: 'Ada Lovelace' },
  date: '2026-09-14',
  startTime: '2026-09-14T09:00:00.000Z',
  active: true,
  state: 'running',
  lateAfterMinutes: 10,
  attendanceCount: 0,
  ...code,
};

describe('a fresh code', () => {
  test('lives a whole interval, however wrong this device’s clock is', () => {
    const anHourBehind = serverMadeItAt - 3_600_000;
    expect(freshCode(code, anHourBehind).dueAt).toBe(anHourBehind + 30_000);
  });
});

describe('a code that was read', () => {
  test('is due when the server said', () => {
    expect(loadedCode(code, serverMadeItAt + 12_000).dueAt).toBe(Date.parse(code.codeExpiresAt));
  });
  test('is due at once when it is past its time', () => {
    const late = serverMadeItAt + 300_000;
    expect(secondsLeft(loadedCode(code, late), late)).toBe(0);
  });
  test('never counts longer than its interval', () => {
    const behind = serverMadeItAt - 60_000;
    expect(secondsLeft(loadedCode(code, behind), behind)).toBe(30);
  });
});

describe('of two codes', () => {
  const older = freshCode(code, 0);
  test('the one the server made last is shown, though it may expire sooner', () => {
    const short = freshCode(
      { qrCode: 'AAAA0000', refreshInterval: 15, codeExpiresAt: '2026-09-14T09:00:20.000Z' },
      0,
    );
    expect(newerCode(older, short)).toBe(short);
    expect(newerCode(short, older)).toBe(short);
  });
  test('this page’s own count stands when a refetch tells of the same code', () => {
    const renewed = freshCode(code, 5_000);
    expect(newerCode(older, renewed)).toBe(renewed);
  });
});

describe('the code of a session', () => {
  test('is there while it is active', () => expect(codeOf(session)).toEqual(code));
  test('is not there once it ended', () => expect(codeOf({ ...session, active: false })).toBeUndefined());
  test('is not there when the server kept it back', () =>
    expect(codeOf({ ...session, qrCode: undefined })).toBeUndefined());
});
