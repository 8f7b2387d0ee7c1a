import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../src/api-error.ts';
import { DeviceKeyError } from '../src/device-key.ts';
import { classifyFailure, endsSignIn, retryDelay } from '../src/failure.ts';

const failed = (status: number, code = '') => new ApiError(status, { code });

describe('a failure', () => {
  test.each([
    ['a server timeout', failed(408)],
    ['425 Too Early', failed(425)],
    ['too many requests', failed(429, 'too_many_requests')],
    ['an unknown rate limit', failed(429, 'too_many_streams')],
    ['a server error', failed(500, 'internal')],
    ['a proxy without a server', failed(502)],
    ['an overloaded server', failed(503, 'overloaded')],
    ['a gateway timeout', failed(504)],
    ['a rejected access token', failed(401, 'not_signed_in')],
    ['a proxy that requires authentication', failed(401)],
  ])('is “busy” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('busy'));

  test.each([
    ['a missing response', failed(0)],
    ['a truncated response or a captive portal page', new SyntaxError('JSON')],
    ['an aborted call', new DOMException('too long', 'TimeoutError')],
    ['a request that a proxy rejects', failed(403)],
    ['a proxy that does not know the path', failed(404)],
    ['a request that a proxy finds invalid', failed(400)],
    ['a method that a proxy forbids', failed(405)],
  ])('is “unreachable” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('unreachable'));

  test.each([
    ['an invalid form', failed(400, 'invalid_request')],
    ['a wrong password', failed(401, 'wrong_credentials')],
    ['a suspended account', failed(401, 'suspended')],
    ['somebody else’s object', failed(403, 'not_allowed')],
    ['a missing object', failed(404, 'not_found')],
    ['a conflict', failed(409, 'session_ended')],
    ['a request that exceeds a proxy’s limit', failed(413)],
    ['too many wrong passwords', failed(429, 'sign_in_locked')],
    ['too many wrong PINs', failed(429, 'pin_locked')],
    ['too many wrong codes', failed(429, 'too_many_codes')],
    ['a browser that cannot store a key', new DeviceKeyError('insecure')],
  ])('is “refused” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('refused'));

  test('is “signed-out” only if the renewal was rejected', () => {
    const error = failed(401, 'not_signed_in');
    error.signedOut = true;
    expect(classifyFailure(error).kind).toBe('signed-out');
  });

  test('contains the Retry-After of our server, not of a proxy', () => {
    const error = new ApiError(503, { code: 'overloaded' }, 7);
    expect(classifyFailure(error)).toEqual({ kind: 'busy', retryAfterSeconds: 7 });
    expect(classifyFailure(new ApiError(503, {}, 7))).toEqual({ kind: 'busy' });
  });
});

describe('a renewal response', () => {
  test.each([
    [401, 'signed_out', true],
    [403, 'suspended', true],
    [401, '', false],
    [403, 'missing_header', false],
    [408, '', false],
    [429, 'signed_out', false],
    [503, 'signed_out', false],
    [0, '', false],
  ])('signs the user out after status %d and code "%s": %p', (status, code, ends) =>
    expect(endsSignIn(failed(status, code))).toBe(ends),
  );
});

describe('the retry delay', () => {
  const unreachable = { kind: 'unreachable' } as const;
  const busy = (retryAfterSeconds?: number) => ({ kind: 'busy', retryAfterSeconds }) as const;

  test('doubles with each failure, up to 20 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelay(unreachable, failures, 1));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  test('is random between half and the whole value', () => {
    expect(retryDelay(unreachable, 2, 0)).toBe(2000);
    expect(retryDelay(unreachable, 2, 0.5)).toBe(3000);
  });

  test('is at least Retry-After, with jitter', () => {
    expect(retryDelay(busy(12), 0, 0)).toBe(12_000);
    expect(retryDelay(busy(12), 0, 0.5)).toBe(13_000);
    expect(retryDelay(busy(1), 5, 0)).toBe(10_000);
    expect(retryDelay(busy(0), 0, 0)).toBe(500);
  });

  test('is at least 3 s for a busy server without Retry-After, and at most 5 min with it', () => {
    expect(retryDelay(busy(), 0, 0)).toBe(3000);
    expect(retryDelay(busy(86_400), 0, 0)).toBe(300_000);
  });

  test('respects a lower maximum except for Retry-After', () => {
    expect(retryDelay(unreachable, 50, 1, 1_500)).toBe(1_500);
    expect(retryDelay(busy(), 50, 0, 1_500)).toBe(1_500);
    expect(retryDelay(busy(12), 50, 0, 1_500)).toBe(12_000);
  });
});
