import { describe, expect, test } from '@jest/globals';
import type { FreshCode, Session } from '@qr-attendance/contracts';
import { currentCodeOf, freshCode, loadedCode, newerCode, secondsLeft } from '../src/shared/code/rotation.ts';

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

describe('a new code', () => {
  test('lasts a whole interval, even if this device’s clock is wrong', () => {
    const anHourBehind = serverMadeItAt - 3_600_000;
    expect(freshCode(code, anHourBehind).dueAt).toBe(anHourBehind + 30_000);
  });
});

describe('a loaded code', () => {
  test('is due at the server’s time', () => {
    expect(loadedCode(code, serverMadeItAt + 12_000).dueAt).toBe(Date.parse(code.codeExpiresAt));
  });
  test('is due immediately after its expiry', () => {
    const late = serverMadeItAt + 300_000;
    expect(secondsLeft(loadedCode(code, late), late)).toBe(0);
  });
  test('never lasts longer than its interval', () => {
    const behind = serverMadeItAt - 60_000;
    expect(secondsLeft(loadedCode(code, behind), behind)).toBe(30);
  });
});

describe('the newer of two codes', () => {
  const older = freshCode(code, 0);
  test('is the one issued later, even if it expires sooner', () => {
    const short = freshCode(
      { qrCode: 'AAAA0000', refreshInterval: 15, codeExpiresAt: '2026-09-14T09:00:20.000Z' },
      0,
    );
    expect(newerCode(older, short)).toBe(short);
    expect(newerCode(short, older)).toBe(short);
  });
  test('is the one already shown if a refetch returns the same code', () => {
    const renewed = freshCode(code, 5_000);
    expect(newerCode(older, renewed)).toBe(renewed);
  });
});

describe('the code of a session', () => {
  test('exists while the session is active', () => expect(currentCodeOf(session)).toEqual(code));
  test('does not exist after the end', () =>
    expect(currentCodeOf({ ...session, active: false })).toBeUndefined());
  test('does not exist if the server withholds it', () =>
    expect(currentCodeOf({ ...session, qrCode: undefined })).toBeUndefined());
});
