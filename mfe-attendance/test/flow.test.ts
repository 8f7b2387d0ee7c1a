import { describe, expect, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import {
  completedSteps,
  requiredSteps,
  initialFlow,
  nextFlow,
  type Flow,
  type FlowEvent,
} from '../src/features/mark/flow.ts';
import type { MarkNeeds } from '../src/features/mark/steps.ts';
import { needsNewScan } from '../src/features/mark/recovery-actions.ts';

const position = { latitude: 12.97, longitude: 77.59, accuracy: 12 };
const record: AttendanceRecord = {
  _id: '3f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e',
  student: { _id: '4f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e', name: 'Asha', email: 'asha@campus.example' },
  session: {
    _id: '65f000000000000000000001',
    course: { _id: '65f000000000000000000002', name: 'Algorithms', code: 'CS201' },
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
  },
  timestamp: '2026-09-14T09:03:00.000Z',
  status: 'PRESENT',
};

const after = (...events: FlowEvent[]): Flow => events.reduce(nextFlow, initialFlow);
const ready: FlowEvent[] = [
  { type: 'located', position },
  { type: 'pin-entered', pin: '2468' },
  { type: 'marking' },
];
const refusedWith = (code: string, message = 'Server text.'): Flow =>
  after(...ready, { type: 'refused', refusal: { code, message } });

describe('the marking flow', () => {
  test('goes from the steps through marking to the record', () => {
    expect(after(...ready)).toMatchObject({ position, pin: '2468', attempt: { state: 'marking' } });
    expect(after(...ready, { type: 'marked', record }).attempt).toEqual({ state: 'marked', record });
  });

  test('returns to the PIN step after a wrong PIN, shows the server’s message, and keeps the location', () => {
    const flow = refusedWith('wrong_pin', 'The PIN is wrong. 4 tries left.');
    expect(flow).toEqual({
      ...initialFlow,
      position,
      pin: undefined,
      retryStep: {
        step: 'pin',
        refusal: { code: 'wrong_pin', message: 'The PIN is wrong. 4 tries left.' },
      },
      attempt: { state: 'idle' },
    });
  });

  test('returns to the PIN step if the PIN is locked or unexpectedly required', () => {
    for (const code of ['pin_locked', 'pin_required'])
      expect(refusedWith(code)).toMatchObject({ pin: undefined, retryStep: { step: 'pin' } });
  });

  test('returns to the location step if the student is too far away or sent no location, and keeps the PIN', () => {
    for (const code of ['outside_radius', 'location_required', 'location_inaccurate'])
      expect(refusedWith(code)).toMatchObject({
        position: undefined,
        pin: '2468',
        retryStep: { step: 'location', refusal: { message: 'Server text.' } },
        attempt: { state: 'idle' },
      });
  });

  test('returns to the camera if the server rejects the selfie, and keeps the other input', () => {
    for (const code of ['selfie_invalid', 'selfie_reused', 'selfie_required']) {
      const taken: FlowEvent = { type: 'selfie-taken', selfie: 'data:image/jpeg;base64,AAAA' };
      const flow = after(...ready, taken, { type: 'refused', refusal: { code, message: 'Server text.' } });
      expect(flow).toMatchObject({ position, pin: '2468', selfie: undefined, retryStep: { step: 'selfie' } });
    }
  });

  test('replaces the selfie with a check by the teacher and vice versa', () => {
    const waived = after({ type: 'selfie-waived' });
    expect(completedSteps(waived).selfie).toBe(true);
    expect(completedSteps(initialFlow).selfie).toBe(false);
    const taken = nextFlow(waived, { type: 'selfie-taken', selfie: 'data:image/jpeg;base64,AAAA' });
    expect(taken).toMatchObject({ withoutSelfie: false, selfie: 'data:image/jpeg;base64,AAAA' });
    const refusal = { code: 'selfie_consent_missing', message: 'Server text.' };
    const asked = nextFlow(taken, { type: 'refused', refusal });
    expect(asked).toMatchObject({ selfie: undefined, withoutSelfie: false, retryStep: { step: 'selfie' } });
  });

  test('adds a step that the server required', () => {
    const nothing: MarkNeeds = {
      location: false,
      selfie: false,
      pin: false,
      passkey: false,
      missingPin: false,
      missingDevice: false,
      missingPasskey: false,
      deviceUsableFrom: undefined,
      passkeyUsableFrom: undefined,
      isPasskeyRequiredByTeacher: false,
    };
    expect(requiredSteps(initialFlow, nothing)).toEqual(nothing);
    const asking = (code: string) => after({ type: 'refused', refusal: { code, message: '' } });
    expect(requiredSteps(asking('selfie_required'), nothing)).toEqual({ ...nothing, selfie: true });
    expect(requiredSteps(asking('pin_required'), nothing)).toEqual({ ...nothing, pin: true });
    expect(requiredSteps(asking('location_required'), nothing)).toEqual({ ...nothing, location: true });
    expect(requiredSteps(asking('passkey_required'), nothing)).toEqual({ ...nothing, passkey: true });
  });

  test('clears the reason for a repeated step once the step is completed', () => {
    const flow = nextFlow(refusedWith('wrong_pin'), { type: 'pin-entered', pin: '1357' });
    expect(flow).toMatchObject({ pin: '1357', retryStep: undefined });
  });

  test('offers a recovery action for every other failure', () => {
    const recovery = (code: string) => {
      const { attempt } = refusedWith(code);
      return attempt.state === 'failed' ? attempt.recovery : undefined;
    };
    expect(recovery('ticket_invalid')).toBe('scan');
    expect(recovery('pin_not_set')).toBe('security');
    expect(recovery('unknown_device')).toBe('security');
    expect(recovery('device_cooling_down')).toBe('confirmation');
    expect(recovery('device_signature_missing')).toBe('retry');
    expect(recovery('outside_network')).toBe('retry');
    expect(recovery('passkey_not_set')).toBe('security');
    expect(recovery('passkey_unsupported')).toBe('security');
    expect(recovery('passkey_failed')).toBe('retry');
    expect(recovery('not_enrolled')).toBe('enroll');
    expect(recovery('session_not_begun')).toBe('retry');
    expect(recovery('')).toBe('retry');
  });

  test('keeps the input after a failure, so Try Again repeats only the mark', () => {
    expect(refusedWith('')).toMatchObject({ position, pin: '2468' });
    expect(nextFlow(refusedWith(''), { type: 'marking' }).attempt).toEqual({ state: 'marking' });
  });

  test('requires a new scan only if the ticket is no longer valid', () => {
    expect(needsNewScan('ticket_invalid')).toBe(true);
    expect(needsNewScan('wrong_pin')).toBe(false);
  });
});
