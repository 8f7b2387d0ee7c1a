import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type AttendanceSubmission } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { createPinVerifier, readPeppers } from '@qr-attendance/server';
import { createDevice, type TestDevice } from '@qr-attendance/test-kit';
import type { SigningDevice, MarkOrigin } from '../src/features/marking/rules/judge-device.ts';
import { statusAt } from '../src/core/status/rules/late-or-present.ts';
import { judgeMark, type MarkFacts } from '../src/features/marking/rules/judge-mark.ts';
import type { PinAttempt } from '../src/features/marking/rules/judge-proofs.ts';

const pepper = 'a pepper that is long enough to be one';
const peppers = readPeppers({ PIN_PEPPER: pepper, PIN_PEPPER_VERSION: 1 });
const own = createDevice();
const signedBy = ({ publicKey: key }: TestDevice): SigningDevice => ({ key, thumbprint: key.x });
const knownSession = { ...samples.sessionChanged, courseIds: [samples.sessionChanged.courseId] };
const start = Date.parse(samples.sessionChanged.startTime);
const minutesIn = (minutes: number) => new Date(start + minutes * 60_000);

const factsWith = (changes: Partial<MarkFacts> = {}): MarkFacts => ({
  session: knownSession,
  positionSalt: null,
  lastPlace: null,
  course: { id: '66f000000000000000000c01', name: 'Analysis I', code: 'MA101' },
  person: { name: 'Ada Lovelace', email: 'ada@campus.example' },
  enrolled: true,
  inSection: true,
  asGuest: null,
  blocked: false,
  security: {
    ...samples.securityChanged,
    devices: [{ deviceId: own.deviceId, key: own.publicKey, countsFrom: minutesIn(-60).toISOString() }],
    pinVerifier: createPinVerifier(peppers, '2468'),
  },
  pinAttempts: null,
  ...changes,
});
const submission = (changes: Partial<AttendanceSubmission> = {}): AttendanceSubmission => ({
  ticket: 'checked before',
  pin: '2468',
  ...changes,
});
const pinTry = { granted: true, left: 4 };
const judge = (
  facts: MarkFacts,
  s: AttendanceSubmission = submission(),
  now = minutesIn(5),
  origin: Partial<MarkOrigin & { pinTry: PinAttempt | undefined }> = {},
) => judgeMark(facts, s, { peppers, now, address: '10.1.2.3', device: signedBy(own), pinTry, ...origin });
const codeOf = (verdict: ReturnType<typeof judge>) => (verdict.accepted ? 'accepted' : verdict.refusal?.code);
const classroom = { latitude: 52.5, longitude: 13.4, radius: 100 };

describe('a PIN stored with a different pepper', () => {
  const next = readPeppers({
    PIN_PEPPER: 'the next pepper, that is long enough too',
    PIN_PEPPER_VERSION: 2,
    PIN_PEPPERS_OTHER: JSON.stringify({ 1: pepper }),
  });
  const judgeBy = (known: typeof peppers, pin = '2468', facts = factsWith()) =>
    judgeMark(facts, submission({ pin }), {
      peppers: known,
      now: minutesIn(5),
      address: '10.1.2.3',
      device: signedBy(own),
      pinTry,
    });
  const underNext = () =>
    factsWith({
      security: { ...factsWith().security!, pinVerifier: createPinVerifier(next, '2468') },
    });

  it('is accepted, and its verifier must be renewed', () => {
    const facts = factsWith();
    const oldVerifier = facts.security?.pinVerifier;
    expect(judgeBy(next, '2468', facts)).toMatchObject({ accepted: true, oldVerifier });
  });

  it('is not replaced by a replica with an older pepper', () => {
    const accepting = readPeppers({
      PIN_PEPPER: pepper,
      PIN_PEPPER_VERSION: 1,
      PIN_PEPPERS_OTHER: JSON.stringify({ 2: 'the next pepper, that is long enough too' }),
    });
    for (const known of [accepting, next])
      expect(judgeBy(known, '2468', underNext())).toMatchObject({ accepted: true, oldVerifier: undefined });
  });

  it('is rejected if it is wrong', () => {
    expect(judgeBy(next, '1357')).toMatchObject({ accepted: false, wrongPin: pinTry });
  });

  it('must be set again, without a wrong attempt, if its pepper was retired', () => {
    const retired = readPeppers({
      PIN_PEPPER: 'the next pepper, that is long enough too',
      PIN_PEPPER_VERSION: 2,
    });
    const verdict = judgeBy(retired);
    expect(codeOf(verdict)).toBe('pin_not_set');
    expect(verdict).not.toHaveProperty('wrongPin');
    expect(verdict).toMatchObject({ restsOn: 'security' });
  });
});

describe('judging a mark', () => {
  it('accepts a student in the room with all proofs', () => {
    expect(judge(factsWith())).toMatchObject({ accepted: true });
  });

  it('returns LATE exactly from the threshold, to the millisecond', () => {
    expect(statusAt(samples.sessionChanged, new Date(start + 10 * 60_000 - 1))).toBe('PRESENT');
    expect(statusAt(samples.sessionChanged, minutesIn(10))).toBe('LATE');
  });

  it.each([
    ['before it begins', factsWith(), minutesIn(-1), 'session_not_begun'],
    [
      'after its end time, even if nobody ended it',
      factsWith({ session: { ...knownSession, endTime: minutesIn(30).toISOString() } }),
      minutesIn(30),
      'session_ended',
    ],
    [
      'after it was ended',
      factsWith({ session: { ...knownSession, active: false } }),
      minutesIn(5),
      'session_ended',
    ],
  ])('rejects a mark %s', (_when, c, now, code) => {
    expect(codeOf(judge(c, submission(), now))).toBe(code);
  });

  it.each([
    [{ session: null }, 'session'],
    [{ course: null }, 'course'],
    [{ person: null }, 'person'],
    [{ enrolled: false }, 'enrollment'],
    [{ security: null }, 'security'],
  ] as const)('reports which projection a rejection depends on: %j', (changes, projection) => {
    expect(judge(factsWith(changes))).toMatchObject({ accepted: false, restsOn: projection });
  });

  it('accepts students outside the course as guests while a place is free', () => {
    const guest = (freePlaces: number, isProven = true) =>
      judge(factsWith({ enrolled: false, asGuest: { freePlaces, isProven } }));
    expect(guest(1)).toMatchObject({ accepted: true, isGuest: true });
    expect(codeOf(guest(0))).toBe('too_many_guests');
    expect(codeOf(guest(0, false))).toBe('too_many_unproven_guests');
    expect(judge(factsWith())).toMatchObject({ accepted: true, isGuest: false });
  });

  it('rejects an unknown device only after refreshing the devices', () => {
    const verdict = judge(factsWith(), submission(), minutesIn(5), { device: signedBy(createDevice()) });
    expect(verdict).toMatchObject({
      accepted: false,
      restsOn: 'security',
      refusal: { code: 'unknown_device' },
    });
  });

  it('accepts any device if the student’s preferences do not require the check', () => {
    const security = {
      ...samples.securityChanged,
      preferences: { ...DEFAULT_SECURITY_PREFERENCES, requirePin: false, requireDeviceVerification: false },
    };
    const unsigned = { device: undefined };
    expect(
      judge(factsWith({ security }), submission({ pin: undefined }), minutesIn(5), unsigned).accepted,
    ).toBe(true);
  });

  it.each([
    [{ pin: '1111' }, 'wrong_pin'],
    [{ pin: undefined }, 'pin_required'],
  ])('rejects %j', (changes, code) => {
    expect(codeOf(judge(factsWith(), submission(changes)))).toBe(code);
  });

  it('requires a selfie only if the student’s preferences do, and then returns it', () => {
    const selfieImage = 'data:image/jpeg;base64,AAAA';
    expect(judge(factsWith(), submission({ selfieImage }))).not.toHaveProperty('selfieImage');
    const { security } = factsWith();
    const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
    const careful = factsWith({ security: security && { ...security, preferences, selfieConsent: true } });
    expect(judge(careful, submission({ selfieImage }))).toMatchObject({ accepted: true, selfieImage });
    expect(judge(careful)).toMatchObject({
      restsOn: 'security',
      refusal: { code: 'selfie_required', message: 'A selfie is required.' },
    });
  });

  it('counts a wrong attempt only if the PIN was compared', () => {
    expect(judge(factsWith(), submission({ pin: '1111' }))).toMatchObject({ wrongPin: pinTry });
    expect(judge(factsWith(), submission({ pin: undefined }))).not.toHaveProperty('wrongPin');
  });

  it('reserves an attempt before it compares the PIN, and compares nothing without a remaining attempt', () => {
    const right = (tryOf: PinAttempt | undefined) =>
      judge(factsWith(), submission(), undefined, { pinTry: tryOf });
    expect(right(undefined)).toMatchObject({ accepted: false, needsPinTry: true });
    expect(codeOf(right({ granted: false, left: 0 }))).toBe('pin_locked');
    expect(right({ granted: true, left: 0 }).accepted).toBe(true);
  });

  it('counts no attempt while PINs are locked', () => {
    const pinAttempts = { failures: 5, lockedUntil: minutesIn(20).toISOString() };
    const verdict = (now: Date) =>
      judge(factsWith({ pinAttempts }), submission(), now, { pinTry: undefined });
    expect(codeOf(verdict(minutesIn(5)))).toBe('pin_locked');
    expect(verdict(minutesIn(5))).not.toHaveProperty('needsPinTry');
    expect(verdict(minutesIn(20))).toHaveProperty('needsPinTry');
  });

  it('computes the distance itself and returns it', () => {
    const session = { ...knownSession, location: classroom };
    const away = submission({ location: { latitude: 52.5 + 240 / 111_195, longitude: 13.4 } });
    const verdict = judge(factsWith({ session }), away);
    expect(verdict).toMatchObject({
      refusal: {
        code: 'outside_radius',
        message: 'You are 240m away from the classroom. You must be within 100m to mark attendance.',
      },
    });
    expect(codeOf(judge(factsWith({ session })))).toBe('location_required');
    const near = submission({ location: { latitude: 52.5 + 90 / 111_195, longitude: 13.4 } });
    expect(judge(factsWith({ session }), near).accepted).toBe(true);
  });
});
