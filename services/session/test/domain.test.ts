import { OPEN_POLICY } from '@qr-attendance/contracts';
import { describe, expect, it } from '@jest/globals';
import { createCurrentCodes } from '../src/core/codes/current-codes.ts';
import {
  acceptedUntil,
  isAccepted,
  isAcceptedCode,
  acceptedCodesOf,
  codesReplacedAt,
  shownCode,
  shownUntil,
} from '../src/core/codes/rules/code-lifetime.ts';
import { computeCode } from '../src/core/codes/rules/compute-code.ts';
import { classroomOf, isActive, type Session, toSessionChanged } from '../src/core/sessions/rules/session.ts';
import { toCreated, toDeleted, toEdited, toEnded } from '../src/core/sessions/rules/transitions.ts';
import { presentToStudent, presentToStaff } from '../src/core/sessions/rules/session-answers.ts';

const at = (time: string) => new Date(`2026-09-14T${time}Z`);
/** 32 bytes: 0, 1, 2 … 31. */
const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const session: Session = {
  id: '66f000000000000000005e01',
  courseId: '66f000000000000000000c01',
  teacherId: '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01',
  date: '2026-09-14',
  startTime: at('09:00:00'),
  active: true,
  location: { latitude: 52.52, longitude: 13.405, radius: 50 },
  lateAfterMinutes: 10,
  policy: OPEN_POLICY,
  refreshInterval: 15,
  currentCode: { secret, refreshes: 0, issuedAt: at('09:00:00') },
  revisions: [],
  version: 1,
};

describe('a code', () => {
  it('is shown for its interval, and accepted for a grace period after that', () => {
    expect(shownUntil(at('09:00:00'), 15)).toEqual(at('09:00:15'));
    expect(acceptedUntil(at('09:00:00'), 15, 5)).toEqual(at('09:00:20'));
  });

  it('is accepted until its exact expiry', () => {
    const issued = { expiresAt: at('09:00:20') };
    expect(isAccepted(issued, at('09:00:19.999'))).toBe(true);
    expect(isAccepted(issued, at('09:00:20'))).toBe(false);
  });

  it('is accepted during a grace period after its replacement, but no longer than without the replacement', () => {
    const [first, second] = [computeCode(secret, 0, 0), computeCode(secret, 0, 1)];
    expect(codesReplacedAt(session, at('09:00:03'), 5)).toEqual([{ code: first, expiresAt: at('09:00:08') }]);
    expect(codesReplacedAt(session, at('09:00:17'), 5)).toEqual([
      { code: first, expiresAt: at('09:00:20') },
      { code: second, expiresAt: at('09:00:22') },
    ]);
    expect(codesReplacedAt(session, at('09:00:20'), 5)).toEqual([
      { code: second, expiresAt: at('09:00:25') },
    ]);
  });

  it.each([
    [0, 0, '6EVMZ35G'],
    [0, 1, 'RT53X6EF'],
    [1, 0, '46PZ1QMZ'],
    [3, 12_345, 'CXD3MHDC'],
  ])('is the HMAC-SHA-256 of refresh count and window (%i, %i): %s', (refreshes, window, code) => {
    expect(computeCode(secret, refreshes, window)).toBe(code);
  });

  it('is accepted in its window and grace period without being stored', () => {
    const source = session;
    const [first, second] = [computeCode(secret, 0, 0), computeCode(secret, 0, 1)];
    expect(shownCode(source, at('09:00:14.999'))).toMatchObject({ code: first });
    expect(shownCode(source, at('09:00:15'))).toEqual({ code: second, issuedAt: at('09:00:15') });
    const accepted = (time: string) =>
      [first, second].map((code) => isAcceptedCode(source, code, at(time), 5));
    expect(accepted('09:00:14.999')).toEqual([true, false]);
    expect(accepted('09:00:15')).toEqual([true, true]);
    expect(accepted('09:00:19.999')).toEqual([true, true]);
    expect(accepted('09:00:20')).toEqual([false, true]);
    expect(accepted('09:00:35')).toEqual([false, false]);
    expect(acceptedCodesOf(source, at('09:00:06'), 5, 10).map(({ code }) => code)).toEqual([first, second]);
  });

  it('is accepted until its grace period ends even if a new one has replaced it', () => {
    const replaced = [{ code: 'REPLACED', expiresAt: at('09:00:05') }];
    const source = { ...session, currentCode: { ...session.currentCode, refreshes: 1, replaced } };
    expect(isAcceptedCode(source, 'REPLACED', at('09:00:04.999'), 5)).toBe(true);
    expect(isAcceptedCode(source, 'REPLACED', at('09:00:05'), 5)).toBe(false);
    expect(isAcceptedCode(source, computeCode(secret, 1, 0), at('09:00:04'), 5)).toBe(true);
    expect(isAcceptedCode(source, computeCode(secret, 0, 0), at('09:00:04'), 5)).toBe(false);
  });

  it('is accepted at once if a replica with a fast clock has issued it, unlike later codes', () => {
    const codes = createCurrentCodes(5);
    codes.replaceAll([session], at('08:58:00'));
    expect(codes.find(computeCode(secret, 0, 0), at('08:58:00'))).toEqual([session.id]);
    expect(codes.find(computeCode(secret, 0, 1), at('08:58:00'))).toEqual([]);
  });
});

describe('a session', () => {
  const untilTen = { ...session, endTime: at('10:00:00') };

  it('is active until its end time, or until somebody ends it if it has no end time', () => {
    expect(isActive(session, at('23:00:00'))).toBe(true);
    expect(isActive(untilTen, at('09:59:59.999'))).toBe(true);
    expect(isActive(untilTen, at('10:00:00'))).toBe(false);
    expect(isActive({ ...untilTen, active: false }, at('09:30:00'))).toBe(false);
  });

  it('ends at once when ended by hand, whatever the planned end', () => {
    const ended = { active: false, endedAt: at('09:40:00'), endTime: at('09:40:00'), version: 2 };
    expect(toEnded(session, at('09:40:00'), session.teacherId)).toMatchObject(ended);
    expect(toEnded(untilTen, at('09:40:00'), session.teacherId)).toMatchObject(ended);
  });

  it('ends at its end time, even if that is noticed later', () => {
    const ended = { endedAt: at('10:00:00'), endTime: at('10:00:00') };
    expect(toEnded(untilTen, at('12:00:00'), session.teacherId)).toMatchObject(ended);
  });

  it('fits into one event with a hundred sections, however often it is edited', () => {
    const sections = Array.from({ length: 100 }, () => ({
      courseId: session.courseId,
      sectionId: session.courseId,
    }));
    const author = { by: session.teacherId, at: at('12:00:00') };
    const times = { startTime: '2026-09-14T09:00:00.000Z', endTime: '2026-09-14T10:00:00.000Z' };
    const edit = { ...times, lateAfterMinutes: 10, place: {} };
    let edited = toCreated({ ...session, sections }, author);
    const editForever = () => {
      for (;;) edited = toEdited(edited, edit, author, 'UTC');
    };
    expect(editForever).toThrow('This class was changed too often.');
    expect(edited.revisions.length).toBeGreaterThan(90);
    const deleted = toDeleted(edited, author);
    expect(deleted.revisions.slice(-3).map(({ change }) => change)).toEqual(['ended', 'canceled', 'deleted']);
    expect(JSON.stringify(toSessionChanged(deleted)).length).toBeLessThan(1_000_000);
  });

  it('has a location only if the location is checked', () => {
    const wanted = {
      courseId: session.courseId,
      date: session.date,
      startTime: '2026-09-14T09:00:00Z',
      locationRadius: 100,
      refreshInterval: 30 as const,
      lateAfterMinutes: 10,
      location: { latitude: 1, longitude: 2 },
    };
    expect(classroomOf({ ...wanted, useLocation: false })).toBeUndefined();
    expect(classroomOf({ ...wanted, useLocation: true })).toEqual({ latitude: 1, longitude: 2, radius: 100 });
    const ownRadius = { ...wanted.location, radius: 20 };
    expect(classroomOf({ ...wanted, useLocation: true, location: ownRadius })).toEqual(ownRadius);
  });
});

describe('a session in a response', () => {
  const around = {
    course: { id: session.courseId, name: 'Algorithms', code: 'CS201' },
    joint: [],
    teacherName: 'Ada',
    attendanceCount: 3,
    isProven: true,
    role: 'owner',
  };

  it('contains code and location for its teacher, but not for a student', () => {
    const now = at('09:00:05');
    expect(presentToStaff(session, around, now, 15)).toMatchObject({
      qrCode: computeCode(secret, 0, 0),
      codeExpiresAt: '2026-09-14T09:00:15.000Z',
      location: session.location,
    });
    const seen = presentToStudent(session, around, now);
    for (const hidden of ['qrCode', 'codeExpiresAt', 'location', 'policy', 'refreshInterval'])
      expect(seen).not.toHaveProperty(hidden);
  });

  it('contains no code once the session has ended', () => {
    const over = { ...session, endTime: at('09:00:01') };
    expect(presentToStaff(over, around, at('09:00:05'), 15)).not.toHaveProperty('qrCode');
    expect(presentToStaff(over, around, at('09:00:05'), 15).active).toBe(false);
  });
});
