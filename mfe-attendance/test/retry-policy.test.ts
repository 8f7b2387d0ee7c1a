import { describe, expect, test } from '@jest/globals';
import { ApiError, DeviceKeyError } from '@qr-attendance/web-kit';
import { retryReasonOf } from '../src/features/mark/retry-policy.ts';

const refused = (status: number, code = '') => new ApiError(status, { code });
const noAnswer = refused(0);

describe('the retry policy', () => {
  test.each([
    ['a missing response', noAnswer, 'no-answer'],
    ['a truncated response or a captive portal page', new SyntaxError('JSON'), 'no-answer'],
    ['a rejection by a proxy', refused(403), 'no-answer'],
    ['an expired sign-in', Object.assign(refused(401), { signedOut: true }), 'no-answer'],
    ['a key storage that hangs', new DeviceKeyError('storage'), 'no-answer'],
    ['a server error', refused(500, 'internal'), 'busy'],
    ['a gateway timeout', refused(504), 'busy'],
    ['a rejected token', refused(401, 'not_signed_in'), 'busy'],
    ['a 503', refused(503, 'overloaded'), 'busy'],
    ['a 429', refused(429, 'too_many_requests'), 'busy'],
  ])('retries after %s', (_name, error, trouble) => expect(retryReasonOf(error, true)).toBe(trouble));

  test('reports that nothing was sent while offline', () => {
    expect(retryReasonOf(noAnswer, false)).toBe('offline');
    expect(retryReasonOf(refused(503), false)).toBe('busy');
  });

  test.each([
    ['a wrong PIN', refused(403, 'wrong_pin')],
    ['a locked PIN', refused(429, 'pin_locked')],
    ['an expired ticket', refused(403, 'ticket_invalid')],
    ['a used device', refused(409, 'device_already_used')],
    ['a suspended account', refused(401, 'suspended')],
    ['a picture that exceeds a proxy’s limit', refused(413)],
  ])('does not retry after %s', (_name, error) => {
    expect(retryReasonOf(error, true)).toBeUndefined();
    expect(retryReasonOf(error, false)).toBeUndefined();
  });
});
