import { describe, expect, test } from '@jest/globals';
import { newSessionSchema } from '@qr-attendance/contracts';
import { toNewSession, valuesOfNow } from '../src/features/generate/session-form-values.ts';

const courseId = '66f000000000000000000c01';

test('the form opens with this device’s day and minute, no end, and 100 m', () => {
  expect(valuesOfNow(new Date(2026, 8, 4, 9, 5, 59))).toEqual({
    date: '2026-09-04',
    startTime: '09:05',
    endTime: '',
    locationRadius: 100,
  });
});

describe('the body of a new session', () => {
  const values = { courseId, date: '2026-09-14', startTime: '09:00', endTime: '10:30' };
  test('carries moments, not times of day', () => {
    const body = toNewSession(values, undefined);
    expect(body.startTime).toBe(new Date(2026, 8, 14, 9, 0).toISOString());
    expect(body.endTime).toBe(new Date(2026, 8, 14, 10, 30).toISOString());
  });
  test('has an empty end when none was chosen', () => {
    expect(toNewSession({ ...values, endTime: '' }, undefined).endTime).toBe('');
  });
  test('carries no location while verification is off', () => {
    expect(toNewSession(values, undefined)).toMatchObject({ useLocation: false });
    expect(toNewSession(values, undefined)).not.toHaveProperty('location');
  });
  test('carries position and radius while it is on, as the contract wants them', () => {
    const body = toNewSession({ ...values, locationRadius: 50 }, { latitude: 12.97, longitude: 77.59 });
    expect(newSessionSchema.parse(body)).toMatchObject({
      useLocation: true,
      locationRadius: 50,
      location: { latitude: 12.97, longitude: 77.59, radius: 50 },
    });
  });
});
