import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@qr-attendance/web-kit';
import { pauseBefore, troubleOf } from '../src/features/mark/retry-policy.ts';

const refused = (status: number, code = '') => new ApiError(status, { code });
const askedToWait = (status: number, retryAfterSeconds: number) =>
  Object.assign(refused(status), { retryAfterSeconds });
const noAnswer = refused(0);

describe('what is tried again', () => {
  test.each([
    ['no answer', noAnswer, 'no-answer'],
    ['an answer cut off, or a Wi-Fi’s own page', new SyntaxError('JSON'), 'no-answer'],
    ['a server that broke', refused(500, 'internal'), 'no-answer'],
    ['a gateway that waited in vain', refused(504), 'no-answer'],
    ['a token that could not be renewed', refused(401), 'no-answer'],
    ['a server that has too much to do', refused(503, 'overloaded'), 'busy'],
    ['too many requests', refused(429, 'too_many_requests'), 'busy'],
  ])('%s', (_name, error, trouble) => expect(troubleOf(error, true)).toBe(trouble));

  test('without a connection it is said that nothing was sent', () => {
    expect(troubleOf(noAnswer, false)).toBe('offline');
    expect(troubleOf(refused(503), false)).toBe('busy');
  });

  test.each([
    ['a wrong PIN', refused(403, 'wrong_pin')],
    ['a locked PIN, which is 429 as well', refused(429, 'pin_locked')],
    ['an expired ticket', refused(403, 'ticket_invalid')],
    ['a used device', refused(409, 'device_already_used')],
    ['a suspended account, which is 401 as well', refused(401, 'suspended')],
    ['a refusal that says nothing', refused(400)],
  ])('but not %s: a refusal is final', (_name, error) => {
    expect(troubleOf(error, true)).toBeUndefined();
    expect(troubleOf(error, false)).toBeUndefined();
  });
});

describe('the pause before the next try', () => {
  const longest = (failures: number) => pauseBefore(noAnswer, 'no-answer', failures, 1);

  test('is doubled each time, up to 20 s', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(longest)).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  test('is between half and whole, by chance', () => {
    expect(pauseBefore(noAnswer, 'no-answer', 2, 0)).toBe(2000);
    expect(pauseBefore(noAnswer, 'no-answer', 2, 0.5)).toBe(3000);
  });

  test('is never shorter than what the server asked for, nor the same for all', () => {
    expect(pauseBefore(askedToWait(503, 12), 'busy', 0, 0)).toBe(12_000);
    expect(pauseBefore(askedToWait(429, 12), 'busy', 0, 0.5)).toBe(13_000);
    expect(pauseBefore(askedToWait(503, 1), 'busy', 5, 0)).toBe(10_000);
    expect(pauseBefore(askedToWait(503, 0), 'busy', 0, 0)).toBe(500);
  });

  test('is at least 3 s where a busy server did not say', () => {
    expect(pauseBefore(refused(503), 'busy', 0, 0)).toBe(3000);
  });
});
