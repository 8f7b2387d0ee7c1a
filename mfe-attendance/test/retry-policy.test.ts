import { describe, expect, test } from '@jest/globals';
import { ApiError, DeviceKeyError } from '@qr-attendance/web-kit';
import { troubleOf } from '../src/features/mark/retry-policy.ts';

const refused = (status: number, code = '') => new ApiError(status, { code });
const noAnswer = refused(0);

describe('retries', () => {
  test.each([
    ['no answer', noAnswer, 'no-answer'],
    ['an answer cut off, or a Wi-Fi’s own page', new SyntaxError('JSON'), 'no-answer'],
    ['a refusal that says nothing, which is a proxy’s', refused(403), 'no-answer'],
    ['a sign-in that is over', Object.assign(refused(401), { signedOut: true }), 'no-answer'],
    ['a key whose storage hangs', new DeviceKeyError('storage'), 'no-answer'],
    ['a server that broke', refused(500, 'internal'), 'busy'],
    ['a gateway that waited in vain', refused(504), 'busy'],
    ['a token that is not taken yet', refused(401, 'not_signed_in'), 'busy'],
    ['a server that has too much to do', refused(503, 'overloaded'), 'busy'],
    ['too many requests', refused(429, 'too_many_requests'), 'busy'],
  ])('%s', (_name, error, trouble) => expect(troubleOf(error, true)).toBe(trouble));

  test('reports that nothing was sent while offline', () => {
    expect(troubleOf(noAnswer, false)).toBe('offline');
    expect(troubleOf(refused(503), false)).toBe('busy');
  });

  test.each([
    ['a wrong PIN', refused(403, 'wrong_pin')],
    ['a locked PIN, which is 429 as well', refused(429, 'pin_locked')],
    ['an expired ticket', refused(403, 'ticket_invalid')],
    ['a used device', refused(409, 'device_already_used')],
    ['a suspended account, which is 401 as well', refused(401, 'suspended')],
    ['a picture that is too large for a proxy', refused(413)],
  ])('does not retry %s', (_name, error) => {
    expect(troubleOf(error, true)).toBeUndefined();
    expect(troubleOf(error, false)).toBeUndefined();
  });
});
