import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newSessionSchema } from '@qr-attendance/contracts';
import { toNewSession, createInitialValues } from '../src/features/generate/session-form-values.ts';

const courseId = '66f000000000000000000c01';

beforeEach(() => {
  const campus = document.createElement('meta');
  campus.name = 'campus-time-zone';
  campus.content = 'Asia/Kolkata';
  document.head.append(campus);
});
afterEach(() => document.head.replaceChildren());

test('defaults to the current day and minute on campus, no end, and 100 m', () => {
  expect(createInitialValues(new Date('2026-09-03T20:35:59Z'))).toEqual({
    date: '2026-09-04',
    startTime: '02:05',
    endTime: '',
    locationRadius: 100,
  });
});

describe('the body of a new session', () => {
  const values = { courseId, date: '2026-09-14', startTime: '09:00', endTime: '10:30' };
  test('contains the chosen times in the campus time zone', () => {
    const body = toNewSession(values, undefined);
    expect(body.startTime).toBe('2026-09-14T03:30:00.000Z');
    expect(body.endTime).toBe('2026-09-14T05:00:00.000Z');
  });
  test('has an empty end if none was chosen', () => {
    expect(toNewSession({ ...values, endTime: '' }, undefined).endTime).toBe('');
  });
  test('contains no location while verification is off', () => {
    expect(toNewSession(values, undefined)).toMatchObject({ useLocation: false, location: undefined });
  });
  test('contains position and radius while verification is on', () => {
    const body = toNewSession({ ...values, locationRadius: 50 }, { latitude: 12.97, longitude: 77.59 });
    expect(newSessionSchema.parse(body)).toMatchObject({
      useLocation: true,
      locationRadius: 50,
      location: { latitude: 12.97, longitude: 77.59, radius: 50 },
    });
  });
});
